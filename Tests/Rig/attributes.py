"""The sysfs attributes of a fake device: what reading gives, and what writing does or refuses."""

import errno

from device import CLOCKS, Refusal


class Attribute:
    """A file in the device's folder; read-only without `write`."""

    def __init__(self, read, write=None):
        self.read, self.write = read, write


def constant(text):
    """An attribute that never changes."""
    return Attribute(lambda: str(text))


def attributes(device):
    """All of a device's attributes by their path in its folder."""
    found = {**identity(device), **measurements(device), **rates(device)}
    if device.preset.has_buffer:
        found |= buffer(device)
    found |= {name: constant(text) for name, text in device.preset.extra.items()}
    return {path: guarded(device, path, each) for path, each in found.items()}


def guarded(device, path, attribute):
    """`attribute`, but for what the control file has put in its place."""

    def read():
        if not device.is_present:
            raise Refusal(errno.ENODEV)
        if device.errors.get(path):
            raise Refusal(device.errors[path])
        text = device.overrides.get(path)
        text = attribute.read() if text is None else text
        return text if path == "trigger/current_trigger" and not text else text + "\n"

    def write(text):
        if not device.is_present:
            raise Refusal(errno.ENODEV)
        if device.errors.get(path):
            raise Refusal(device.errors[path])
        attribute.write(text)

    return Attribute(read, write if attribute.write else None)


def identity(device):
    preset = device.preset
    found = {
        "name": constant(preset.name),
        "dev": constant(f"244:{device.number}"),
        "uevent": constant(
            f"MAJOR=244\nMINOR={device.number}\nDEVNAME={device.id}\nDEVTYPE=iio_device"
        ),
        "current_timestamp_clock": clock(device),
    }
    if preset.label:
        found["label"] = constant(preset.label)
    return found | {name: constant(preset.mounting) for name in preset.matrices}


def clock(device):
    def write(text):
        if text not in CLOCKS:
            raise Refusal(errno.EINVAL)
        refuse_while_on(device)
        device.clock = text

    return Attribute(lambda: device.clock, write)


def measurements(device):
    found = {}
    for part in device.preset.parts:
        if part.kind == "rot":
            found["in_rot_quaternion_raw"] = rotation(device, part)
            continue
        for axis, letter in enumerate("xyz"):
            found[f"in_{part.kind}_{letter}_raw"] = raw(device, part, axis)
        found[f"in_{part.kind}_scale"] = constant(f"{part.scale:.{device.preset.scale_digits}f}")
        if device.preset.has_offset:
            found[f"in_{part.kind}_offset"] = constant(part.offset)
    return found


def rotation(device, part):
    return Attribute(
        lambda: " ".join(map(str, device.rotation(part, device.world.motion_now())))
    )


def raw(device, part, axis):
    return Attribute(lambda: str(device.raw(part, axis, device.world.motion_now())))


def rates(device):
    rate = Attribute(lambda: device.rate_text, lambda text: set_rate(device, number(text, float)))
    preset, found = device.preset, {}
    if preset.has_shared_rate:
        found["sampling_frequency"] = rate
    else:
        found = {f"in_{part.kind}_sampling_frequency": rate for part in preset.parts}
    if preset.rate_policy == "hid":
        found |= {f"in_{part.kind}_hysteresis": constant("0.000000") for part in preset.parts}
    if preset.rates and preset.has_shared_rates:
        found["sampling_frequency_available"] = constant(" ".join(map(str, preset.rates)))
    return found


def set_rate(device, rate):
    if device.preset.rate_policy == "hid" and rate >= 0:
        return set_hid_rate(device, rate)
    if rate not in device.preset.rates:
        raise Refusal(errno.EINVAL)
    device.rate, device.rate_text = rate, f"{rate:.6f}"


def set_hid_rate(device, rate):
    """The hub counts whole milliseconds; one significant digit of the fraction reads back."""
    interval = int(1000 / rate) if rate else 0
    if not interval:
        device.rate_text = "0.000000"
        return
    device.rate = 1000 / interval
    whole, rest, digits = 1000 // interval, 1000 % interval, 1
    while rest and rest * 10**digits < interval:
        digits += 1
    fraction = rest * 10**digits // interval * 10 ** (6 - digits)
    device.rate_text = f"{whole}.{fraction:06d}"


def buffer(device):
    found = {
        "buffer/enable": Attribute(
            lambda: str(int(device.is_on)), lambda text: device.switch(truth(text))
        ),
        "buffer/length": Attribute(
            lambda: str(device.length), lambda text: set_length(device, text)
        ),
        "buffer/watermark": Attribute(
            lambda: str(device.watermark), lambda text: set_watermark(device, text)
        ),
        "buffer/data_available": Attribute(lambda: str(len(device.fifo))),
        "buffer/direction": constant("in"),
        "trigger/current_trigger": Attribute(
            lambda: device.trigger, lambda text: set_trigger(device, text)
        ),
    }
    for channel in device.channels:
        path = f"scan_elements/{channel.name}"
        found[f"{path}_en"] = enabling(device, channel.name)
        found[f"{path}_index"] = constant(channel.index)
        found[f"{path}_type"] = constant(channel.format)
    return found


def enabling(device, name):
    def write(text):
        refuse_while_on(device)
        device.is_enabled[name] = truth(text)

    return Attribute(lambda: str(int(device.is_enabled[name])), write)


def set_length(device, text):
    refuse_while_on(device)
    device.length = number(text, int)
    device.watermark = min(device.watermark, max(1, device.length))


def set_watermark(device, text):
    watermark = number(text, int)
    if not 1 <= watermark <= device.length:
        raise Refusal(errno.EINVAL)
    refuse_while_on(device)
    device.watermark = watermark


def set_trigger(device, text):
    refuse_while_on(device)
    if text and text not in device.world.triggers:
        raise Refusal(errno.ENOENT)
    device.trigger = text


def refuse_while_on(device):
    if device.is_on:
        raise Refusal(errno.EBUSY)


def truth(text):
    return text in ("1", "y", "Y")


def number(text, kind):
    try:
        value = kind(text)
    except ValueError:
        raise Refusal(errno.EINVAL)
    if value < 0:
        raise Refusal(errno.EINVAL)
    return value
