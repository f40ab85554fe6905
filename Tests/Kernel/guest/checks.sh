# What the tests in the guest say and ask.

ok() { echo "ok $*"; }

# failed WHAT GOT WANTED
failed() { echo "FAILED $1: got $2, wanted $3"; }

# expect WHAT GOT WANTED
expect() { if [ "$2" = "$3" ]; then ok "$1"; else failed "$1" "\"$2\"" "\"$3\""; fi; }

# expect_words WHAT FILE PATTERN
expect_words() {
    if grep -q "$3" "$2"; then ok "$1"; else failed "$1" "\"$(tail -n 3 "$2")\"" "\"$3\""; fi
}

# expect_angles WHAT FILE AT_LEAST [OPTION...]: the angles are those of the hub's motion. How many there
# are is no matter of time: what makes them is waited for.
expect_angles() {
    local words
    if words=$("$guest/angles.py" "${@:2}" 2>&1); then ok "$1: $words"
    else failed "$1" "$words" "the pushed motion within a degree"; fi
}

# await SECONDS COMMAND...: until the command succeeds; false if it never does.
await() {
    local end=$((SECONDS + $1))
    while [ $SECONDS -lt $end ]; do
        "${@:2}" && return
        sleep 0.1
    done
    return 1
}

now() { cut -d ' ' -f 1 /proc/uptime; }

# The folder of an IIO device, whose number changes when it is plugged anew.
folder() {
    local name
    for name in /sys/bus/iio/devices/iio:device*/name; do
        [ "$(cat "$name")" = "$1" ] && dirname "$name" && return
    done 2> /dev/null
    return 1
}

are_plugged() { folder accel_3d > /dev/null && folder gyro_3d > /dev/null; }
are_gone() { ! folder accel_3d > /dev/null && ! folder gyro_3d > /dev/null; }

# plug [OPTION...]: the hub, with such options.
plug() {
    "$guest/hub.py" --times /run/hub.times "$@" >> "$results/hub.log" 2>&1 &
    hub=$!
    await 120 are_plugged || failed "the hub is plugged in" "no devices" "accel_3d and gyro_3d"
}

unplug() {
    kill $hub
    wait $hub 2> /dev/null
    await 60 are_gone || failed "the hub is unplugged" "its devices" "none"
}

# All that a program may have to change of the devices, a line each.
settings() {
    local name file
    for name in accel_3d gyro_3d; do
        cd "$(folder $name)" || return
        for file in buffer/enable buffer/length buffer/watermark scan_elements/*_en \
            trigger/current_trigger current_timestamp_clock in_*_sampling_frequency \
            in_*_hysteresis; do
            [ -e "$file" ] && echo "$name $file $(tr -d '\0' < "$file")"
        done
    done
    cd /
}

# udev, which tells programs of devices that come. It also goes by the rules in /run/udev/rules.d.
start_udev() {
    [ -e /run/udev/control ] ||
        "$desktop/lib/systemd/systemd-udevd" --daemon 2> "$results/udevd.log"
}

# Remembers the settings for `expect_as_found WHAT`.
remember() { settings > /run/found; }

expect_as_found() {
    settings > /run/left
    local before after
    before=$(grep -vxFf /run/left /run/found | paste -s -d ,)
    after=$(grep -vxFf /run/found /run/left | paste -s -d ,)
    expect "$1: everything is as it was found" "$after" "$before"
}

lenticule() { timeout 120 "$results/lenticule" "$@"; }

# start_recording NAME [SOURCE [ROWS]]: in the background, until its log has 50 rows, or so many.
start_recording() {
    "$results/lenticule" record --from "${2:-local:}" "$results/$1.csv" 2> "$results/$1.words" &
    recording=$!
    await 120 has_rows "$results/$1.csv" "${3:-50}" ||
        failed "$1 starts" "$(rows "$results/$1.csv") rows" "${3:-50}"
}

# record_rows NAME ROWS [SOURCE]: a recording that is ended when it has so many.
record_rows() {
    start_recording "$1" "${3:-local:}" "$2"
    stop TERM $recording
}

# rows FILE: how many there are so far.
rows() { wc -l < "$1"; } 2> /dev/null

# has_rows FILE COUNT
has_rows() { [ "$(rows "$1")" -gt "$2" ]; } 2> /dev/null

# await_more FILE COUNT: until there are so many more rows than now.
await_more() { await 120 has_rows "$1" $(($(rows "$1") + $2)); }

# await_end PROCESS WHAT: gives its exit status once it has ended by itself.
await_end() {
    await 60 test ! -e /proc/$1 || failed "$2" "it runs" "its end"
    wait $1
}

socket=/run/motion.sock

# start_serving NAME [SOURCE [STATE]]: with a client, until it hears that the sensor is streaming, or
# in another state.
start_serving() {
    # One that was killed has left its own.
    rm -f $socket
    "$results/lenticule" serve --from "${2:-local:}" --socket $socket 2> "$results/$1.words" &
    service=$!
    await 60 test -S $socket
    states=$results/$1.json
    "$guest/client.py" $socket > "$states" &
    client=$!
    local state=${3:-streaming}
    await 60 hears $state ||
        failed "$1: a client hears of the sensor" "$(tail -n 1 "$states")" $state
}

# hears STATE: whether the client's last line tells it of the device.
hears() { tail -n 2 "$states" | grep -q "\"device\":\"$1\""; }

# stop SIGNAL PROCESS: gives its exit status.
stop() {
    kill "-$1" "$2"
    wait "$2" 2> /dev/null
    status=$?
}

# angles NAME
angles() { lenticule angles "$results/$1.csv" > "$results/$1.angles" 2>> "$results/$1.words"; }
