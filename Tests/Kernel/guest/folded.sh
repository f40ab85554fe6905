# What folding.sh runs among the fake sensors: switches are set through its descriptor 8.
. "$guest/checks.sh"

# Makes the node of the hinge's events, which a device gets that comes now. There is no other in this /dev.
make_node() {
    local name device
    name=$(grep -ls '^Virtual hinge' /sys/class/input/event*/device/name)
    device=${name%/device/name}
    mkdir -p /dev/input
    mknod -m 600 "/dev/input/${device##*/}" c $(tr : ' ' < "$device/dev")
}

# set_switches LID TABLET
set_switches() {
    printf 'lid %s\ntablet %s\n' $1 $2 >&8
}

label() {
    python3 -c 'import json, sys
print(*(each["label"] for each in json.load(sys.stdin)["devices"] if each["uses"]))'
}

used() { lenticule devices --json 2>> "$results/folded.words" | label; }

# The device in the service's last line that names one.
served() { grep -o '"device":"kxcjk1013 ([a-z-]*)"' "$states" | tail -n 1 | grep -o 'accel-[a-z]*'; }

serves() { [ "$(served)" = $1 ]; }

# expect_served WHAT LABEL: the service comes to that sensor, and the client gets its states.
expect_served() {
    await 60 serves $2
    expect "$1: the service's sensor" "$(served)" $2
    await_more "$states" 20
    expect "$1: it streams" "$(hears streaming && echo yes)" yes
}

expect "without a switch the display's sensor is used" "$(used)" accel-display
start_serving folding
expect_served "without a switch" accel-display

set_switches 1 0
make_node
expect_served "the lid's switch comes, and is closed" accel-base
expect "a closed lid" "$(used)" accel-base
expect "a closed lid, for a user without rights" "$(python3 -c 'import os, sys
os.setgroups([]); os.setgid(65534); os.setuid(65534)
os.execv(sys.argv[1], sys.argv[1:])' "$results/lenticule" devices --json | label)" accel-display

set_switches 1 1
expect_served "a tablet, though the lid counts as closed" accel-display
set_switches 1 0
expect_served "no tablet any more" accel-base
set_switches 0 0
expect_served "an open lid" accel-display
expect "the service went on" "$(kill -0 $service && echo yes)" yes
stop TERM $service
expect "SIGTERM ends the service: status" $status 0
wait $client
expect_words "the service says why" "$results/folding.words" "the lid is closed"
