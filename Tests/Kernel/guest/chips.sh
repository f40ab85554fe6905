# Chips that the kernel's i2c-stub plays, on a board: doctor knows them by their registers, its own commands bind the
# kernel's drivers to them, and lenticule lists them.

# set_register BUS ADDRESS REGISTER VALUE
set_register() { "$guest/i2c.py" "$@" || failed "a register of the stub" "an error" "none"; }

# A folder in the place of /proc that says that this is a board.
make_board() {
    local name
    mkdir -p /run/proc /run/board/device-tree
    mount -t proc proc /run/proc
    for name in /run/proc/*; do
        name=${name##*/}
        # Processes come and go; a program looks only at itself.
        case $name in [0-9]*) ;; *) ln -s "/run/proc/$name" "/run/board/$name" ;; esac
    done
    printf 'Virtual board\0' > /run/board/device-tree/model
}

# on_board COMMAND...
on_board() { unshare -m bash -c 'mount --bind /run/board /proc && exec "$@"' - "$@"; }

# doctor FILE: its findings, as lines "SEVERITY TOPIC: TEXT", and its commands into FILE.sh.
doctor() {
    on_board timeout 120 "$results/lenticule" doctor --json > "$1.json" 2> "$1.words"
    python3 - "$1.json" "$1.sh" > "$1" << 'X'
import json, sys
with open(sys.argv[1]) as file:
    findings = json.load(file)["findings"]
with open(sys.argv[2], "w") as commands:
    for each in findings:
        print(each["mark"], each["topic"] + ":", each["text"])
        commands.writelines(f"{line}\n" for line in each["remedies"] if "new_device" in line)
X
}

unplug
bus=$(ls -d /sys/bus/i2c/devices/i2c-* 2> /dev/null | wc -l)
insmod "$(find "$desktop"/lib/modules -name i2c-stub.ko)" chip_addr=0x4a,0x53,0x68,0x69,0x6a,0x6b
await 60 test -e "/dev/i2c-$bus"
set_register $bus 0x53 0x00 0xe5
set_register $bus 0x68 0x75 0x68
set_register $bus 0x69 0x00 0xd1
set_register $bus 0x6a 0x0f 0x6c
set_register $bus 0x6b 0x0f 0x68

make_board
doctor "$results/chips"
for chip in "ADXL345 answers at 0x53" "MPU6050 answers at 0x68" "BMI160 answers at 0x69" \
    "LSM6DSO or LSM6DSOX answers at 0x6a" "LSM9DS1 answers at 0x6b" "a chip answers at 0x4a"; do
    expect_words "doctor: $chip" "$results/chips" "$chip"
done

# The ADXL345's driver takes only a chip that the device tree names.
expect "doctor's commands" "$(cut -d ' ' -f 2 "$results/chips.sh" | sort | paste -s -d ' ')" \
    "bmi160 lsm6dso lsm9ds1-imu mpu6050"
sed -i 's/sudo //' "$results/chips.sh"
. "$results/chips.sh" > /dev/null
has_devices() { [ "$(cat /sys/bus/iio/devices/iio:device*/name 2> /dev/null | wc -l)" -ge 6 ]; }
await 60 has_devices
expect "the drivers that doctor's commands bind" \
    "$(cat /sys/bus/iio/devices/iio:device*/name | sort | paste -s -d ' ')" \
    "bmi160 lsm6dso_accel lsm6dso_gyro lsm9ds1-imu_accel lsm9ds1-imu_gyro mpu6050"
lenticule devices > "$results/chips.devices"
expect "devices lists them: status" $? 0
for address in 68 69 6a 6b; do
    echo 0x$address > "/sys/bus/i2c/devices/i2c-$bus/delete_device"
done
umount /run/proc
plug
