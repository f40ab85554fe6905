# The hub goes while it is recorded from, and comes back as another: 32 bits, and timestamps of its own.
start_recording unplugged local: 200
unplug
await_end $recording "a recording ends when the hub goes"
expect "a recording ends when the hub goes: status" $? 69
expect_words "it says why" "$results/unplugged.words" "No such device"
angles unplugged
expect_angles "what was recorded before is kept" "$results/unplugged.angles" 40

plug --bits 32 --timestamps
record_rows other 400
angles other
expect_angles "a hub with 32 bits and its own clock" "$results/other.angles" 300 --late 0.5
