# A laptop that folds round: virtual switches of its lid and of its tablet mode, and fake sensors in both halves, because
# a HID hub does not say where its sensors are.
mkfifo /run/switches
"$guest/uinput.py" "Virtual hinge" lid tablet < /run/switches 2> "$results/switches.words" &
hinge=$!
exec 8> /run/switches
has_hinge() { grep -qs '^Virtual hinge' /sys/class/input/event*/device/name; }
await 30 has_hinge || failed "a virtual hinge" "none" "one"
export checkout guest results
"$checkout/Tests/Rig/fake_iio.py" --preset convertible --motion still -- /bin/bash "$guest/folded.sh" ||
    failed "fake sensors in both halves" "status $?" 0
exec 8>&-
wait $hinge
