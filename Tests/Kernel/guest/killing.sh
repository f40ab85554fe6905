# SIGKILL leaves the buffers on; a command puts everything back, and so does the next start.
remember
start_recording killed
stop KILL $recording
expect "SIGKILL leaves the buffers on" "$(settings | grep -c 'buffer/enable 1')" 2
lenticule devices --restore > "$results/restore.words" 2>&1
expect "devices --restore: status" $? 0
expect_as_found "after devices --restore"

start_recording killed_again
stop KILL $recording
record_rows next 350
expect "a start after SIGKILL uses the buffers" \
    "$(grep -c 'polling at' "$results/next.words")" 0
angles next
expect_angles "a start after SIGKILL" "$results/next.angles" 250
expect_as_found "after SIGKILL and a next start"
