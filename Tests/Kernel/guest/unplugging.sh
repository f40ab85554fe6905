# The hub goes while it is read, and comes back as another: 32 bits, and timestamps of its own.
start_recording unplugged
unplug
await 20 test ! -e /proc/$recording || failed "a recording ends when the hub goes" "it runs" "its end"
wait $recording
expect "a recording ends when the hub goes: status" $? 69
expect_words "it says why" "$results/unplugged.words" "No such device"
angles unplugged
expect_angles "what was recorded before is kept" "$results/unplugged.angles" 40

plug --bits 32 --timestamps
lenticule record --from local: --duration 3 "$results/other.csv" 2> "$results/other.words"
angles other
expect_angles "a hub with 32 bits and its own clock" "$results/other.angles" 300 --late 0.5

# Standard input is held open: a window that no one can close ends with its source.
"$results/lenticule" show --card "$checkout/cards/demo" --from local: --display terminal \
    < <(sleep 300) > /run/frames 2> "$results/show.words" &
reader=$!
await 30 test -s /run/frames || failed "show draws" nothing frames
unplug
await 20 grep -q "waiting for" "$results/show.words"
expect_words "a reader says that it waits" "$results/show.words" "waiting for accel_3d"
plug
await 20 grep -q "is back" "$results/show.words"
expect_words "a reader goes on by itself" "$results/show.words" "accel_3d is back"
stop TERM $reader
