"""The fake devices: what the kernel's drivers show of each chip, as measured with Linux 6.1."""

from dataclasses import dataclass, field, replace

ALL_RATES = (25, 50, 100, 200, 400, 800, 1600)
TURNED = "0, 1, 0; -1, 0, 0; 0, 0, 1"
UPRIGHT = "1, 0, 0; 0, 1, 0; 0, 0, 1"
ZERO = "0, 0, 0; 0, 0, 0; 0, 0, 0"


@dataclass(frozen=True)
class Part:
    """An accelerometer ("accel"), gyroscope ("anglvel") or rotation ("rot") of a device."""

    kind: str
    scale: float
    offset: int = 0


@dataclass(frozen=True)
class Preset:
    """One IIO device."""

    name: str
    parts: tuple
    id: str = "iio:device0"
    label: str = ""
    # What it hangs on; {} is a number that is new each time it is plugged in.
    parent: str = "i2c-BOSC0200:00"
    # How a scan holds each axis.
    format: str = "le:s16/16>>0"
    # The index of the first channel.
    first_index: int = 0
    # Whether the rest of a field holds the next axis, as HID drivers leave it.
    has_junk: bool = False
    has_buffer: bool = True
    # Whether a scan may hold its time.
    has_timestamp: bool = True
    # Empty: the driver made no trigger, for want of an interrupt.
    trigger: str = ""
    rate: float = 100.0
    rates: tuple = ALL_RATES
    # "exact" refuses a rate not on offer; "hid" takes whole milliseconds, and 0.
    rate_policy: str = "exact"
    # Whether the whole device has one rate attribute, or each part its own.
    has_shared_rate: bool = True
    has_shared_rates: bool = True
    has_offset: bool = True
    scale_digits: int = 9
    # How the sensor's axes lie in the device, and the attributes that say so.
    mounting: str = UPRIGHT
    matrices: tuple = ()
    # After 3 s without use the sensor sleeps, and the next reading waits for two intervals.
    sleeps: bool = False
    # How much longer than it says the interval between two scans is.
    skew: float = 1.0
    extra: dict = field(default_factory=dict)


def combo():
    """One chip with both parts, one clock and one trigger."""
    return [
        Preset(
            name="bmi160",
            label="accel-display",
            trigger="bmi160-dev0",
            mounting=TURNED,
            matrices=("in_mount_matrix", "in_accel_mount_matrix"),
            parts=(Part("accel", 0.000598550, 16), Part("anglvel", 0.001065264)),
        )
    ]


def hid():
    """A HID sensor hub: two devices, two triggers, two clocks, 32 bits."""
    both = Preset(
        name="",
        parts=(),
        format="le:s32/32>>0",
        rates=(),
        rate_policy="hid",
        has_shared_rate=False,
        sleeps=True,
    )
    accel = replace(
        both,
        name="accel_3d",
        parent="HID-SENSOR-200073.{}.auto",
        trigger="accel_3d-dev0",
        parts=(Part("accel", 0.00980665),),
    )
    gyro = replace(
        both,
        id="iio:device1",
        name="gyro_3d",
        parent="HID-SENSOR-200076.{}.auto",
        trigger="gyro_3d-dev1",
        rate=62.5,
        skew=1.002,
        parts=(Part("anglvel", 0.000174533),),
    )
    return [accel, gyro]


def hid16():
    """The same with 16-bit axes: the upper half of each field is the next axis."""
    return [replace(each, format="le:s16/32>>0", has_junk=True) for each in hid()]


def be12():
    """An awkward format: big endian, 12 of 16 bits, shifted, with offsets."""
    return [
        replace(
            combo()[0],
            name="odd12",
            format="be:s12/16>>4",
            trigger="odd12-dev0",
            parts=(Part("accel", 0.019163, -7), Part("anglvel", 0.0175, 3)),
            extra={"in_anglvel_filter_low_pass_3db_frequency": "32.000000"},
        )
    ]


def untimed():
    """A chip whose scans have no timestamps."""
    return [replace(combo()[0], has_timestamp=False)]


def bmi160():
    """The bmi160 driver without an interrupt: a buffer, but no trigger; gyroscope first."""
    return [
        replace(
            combo()[0],
            label="",
            trigger="",
            matrices=("in_mount_matrix",),
            first_index=4,
            has_offset=False,
            scale_digits=6,
            has_shared_rate=False,
            has_shared_rates=False,
            parts=(Part("anglvel", 0.001065), Part("accel", 0.000598)),
            extra={
                "in_accel_sampling_frequency_available": "0.78125 1.5625 3.125 6.25 12.5 25 50"
                " 100 200 400 800 1600",
                "in_anglvel_sampling_frequency_available": "25 50 100 200 400 800 1600 3200",
                "in_accel_scale_available": "0.000598 0.001197 0.002394 0.004788",
                "in_anglvel_scale_available": "0.001065 0.000532 0.000266 0.000133 0.000066",
            },
        )
    ]


def mpu6050():
    """The inv-mpu6050 driver without an interrupt: no buffer at all, and two zero matrices."""
    return [
        replace(
            combo()[0],
            name="mpu6050",
            parent="1-0068",
            label="",
            trigger="",
            has_buffer=False,
            has_offset=False,
            rate=50.0,
            rates=(10, 20, 50, 100, 200, 500),
            mounting=UPRIGHT,
            matrices=("in_accel_mount_matrix", "in_anglvel_mount_matrix"),
            parts=(Part("accel", 0.000598), Part("anglvel", 0.001064724)),
            extra={
                "in_accel_matrix": ZERO,
                "in_gyro_matrix": ZERO,
                "in_temp_raw": "-521",
                "in_temp_scale": "2.941176",
                "in_temp_offset": "12420",
            },
        )
    ]


def convertible():
    """A laptop that folds round: an accelerometer in each half, no gyroscope."""
    base = replace(
        combo()[0],
        name="kxcjk1013",
        label="accel-base",
        parent="i2c-KIOX020A:00",
        trigger="kxcjk1013-dev0",
        format="le:s12/16>>4",
        mounting=UPRIGHT,
        matrices=("in_accel_mount_matrix",),
        parts=(Part("accel", 0.009582),),
    )
    display = replace(
        base,
        id="iio:device1",
        label="accel-display",
        parent="i2c-KIOX010A:00",
        trigger="kxcjk1013-dev1",
    )
    return [base, display]


def rotation():
    """A hub that fuses itself: an accelerometer, no gyroscope, and the device's rotation."""
    accel = hid()[0]
    fused = replace(
        accel,
        id="iio:device1",
        name="dev_rotation",
        parent="HID-SENSOR-20008a.{}.auto",
        trigger="dev_rotation-dev1",
        format="le:s16/32X4>>0",
        has_offset=False,
        parts=(Part("rot", 1 / 16384),),
    )
    return [accel, fused]


def bno055():
    """A chip that fuses itself, beside its accelerometer and gyroscope; w comes first."""
    return [
        replace(
            combo()[0],
            name="bno055",
            label="",
            mounting=UPRIGHT,
            matrices=(),
            trigger="bno055-dev0",
            has_offset=False,
            parts=(
                Part("accel", 0.01),
                Part("anglvel", 0.001090830),
                Part("rot", 1 / 16384),
            ),
        )
    ]


PRESETS = {
    each.__name__: each
    for each in (
        combo, hid, hid16, be12, untimed, bmi160, mpu6050, convertible, rotation, bno055,
    )
}
