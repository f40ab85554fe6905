# The machine sleeps while its sensors are served, and the motion goes on. This runs in memory alone,
# see init, and only once: timestamps are CLOCK_BOOTTIME's, as the motion's are, while they come from a
# program that was started before the first sleep.
remember
start_serving suspended
start_recording asleep "socket:$socket"

slept=$("$guest/suspend.py" 10) || failed "the machine sleeps" "status $?" 0
woken=$(now)
await_more "$states" 200
await_more "$results/asleep.csv" 300
stop TERM $recording
expect "SIGTERM ends a recording after a sleep: status" $status 0
stop TERM $service
expect "SIGTERM ends a service after a sleep: status" $status 0
wait $client

expect_angles "a service's client, after a sleep" "$states" 60 --after "$woken" --settling 1
# When the drivers and the recorder switched the sensors off and on is told in any case: see samples.py.
switched=$(tail -n 12 "$results/hub.log" | paste -s -d ,)
if words=$("$guest/samples.py" "$results/asleep.csv" "$slept" /run/hub.times 2>&1); then
    ok "a recording before and after a sleep: $words; the hub: $switched"
else
    failed "a recording before and after a sleep" \
        "$words; $(tail -n 1 "$results/asleep.words"); the hub: $switched" "the pushed motion"
fi
expect_as_found "after a sleep"
