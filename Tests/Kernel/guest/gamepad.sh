# A game controller's own sensors, through SDL, which reads them beside the kernel's driver.

has_pad() { grep -qs 'HID_ID=0005:0000054C:000009CC' /sys/class/hidraw/*/device/uevent; }
has_no_pad() { ! has_pad; }

# plug_pad [OPTION...]: the controller, with such options.
plug_pad() {
    "$guest/pad.py" "$@" >> "$results/pad.log" 2>&1 &
    pad=$!
    await 60 has_pad || failed "the controller is connected" "no hidraw device" "one"
}

unplug_pad() {
    kill $pad
    wait $pad 2> /dev/null
    await 60 has_no_pad || failed "the controller is gone" "its hidraw device" "none"
}

start_udev
lenticule record --from gamepad: "$results/no_pad.csv" 2> "$results/no_pad.words"
expect "a recording without a controller: status" $? 69

plug_pad
record_rows pad 800 gamepad:
expect "a recording from a controller: status" $status 0
angles pad
expect_angles "a recording from a controller" "$results/pad.angles" 500
expect "the kernel's own driver has it too" \
    "$(basename "$(readlink /sys/class/hidraw/*/device/driver)")" sony

# Few pictures, and small ones: without optimization this machine draws one in ten seconds.
for colour in red green blue; do
    echo "<svg xmlns='http://www.w3.org/2000/svg' width='80' height='60'>" \
        "<rect width='80' height='60' fill='$colour'/></svg>" > "$results/$colour.svg"
done
SDL_VIDEODRIVER=dummy lenticule show "$results"/{red,green,blue}.svg --from gamepad: --renderer cpu \
    --frames 3 --stats > "$results/pad_show.json" 2> "$results/pad_show.words"
expect "a card that a controller tilts: status" $? 0

start_recording pad_ended gamepad:
stop TERM $recording
expect "SIGTERM ends a recording from a controller: status" $status 0

start_recording pad_gone gamepad:
unplug_pad
await_end $recording "a recording ends when the controller goes"
expect "a recording ends when the controller goes: status" $? 69
expect_words "it says why" "$results/pad_gone.words" "no longer connected"

# It comes only when somebody listens already, and has nothing to say at first; goes, and comes back.
start_serving pad_serving gamepad: waiting
plug_pad --silence 2
await 60 hears streaming
expect "a client hears that a controller has come" $? 0
await_more "$states" 200
expect_angles "a service's client, with a controller" "$states" 120
unplug_pad
await 60 hears waiting
expect "a client hears that the controller is away" $? 0
plug_pad
back=$(now)
await 60 hears streaming
expect "a client hears that the controller is back" $? 0
await_more "$states" 240
expect_angles "a service's client, after the controller came back" "$states" 60 --after "$back"

# What it reported while nobody listened is no news to who comes then: by its clock, 4 s of it.
kill $client
wait $client 2> /dev/null
sleep 4
record_rows pad_again 150 socket:$socket
angles pad_again
expect_angles "a service's later client, from the first sample on" "$results/pad_again.angles" 100 \
    --settling 0
stop TERM $service
expect "SIGTERM ends a controller's service: status" $status 0
unplug_pad
