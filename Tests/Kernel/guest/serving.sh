# The service, a client, and a hub that goes and comes back meanwhile.

# What a hub is set to that was plugged in just now.
unplug
plug
remember
start_serving serving
await_more "$states" 200
expect_angles "a service's client" "$states" 120
unplug
await 60 hears waiting
expect "a client hears that the hub is away" $? 0
plug
back=$(now)
await 60 hears streaming
expect "a client hears that the hub is back" $? 0
await_more "$states" 120
expect_angles "a service's client, after the hub was plugged again" "$states" 60 --after "$back"
stop TERM $service
expect "SIGTERM ends a service: status" $status 0
wait $client
expect_as_found "after a service"

start_serving killed_service
stop KILL $service
expect "SIGKILL of a service leaves the buffers on" "$(settings | grep -c 'buffer/enable 1')" 2
lenticule devices --restore > "$results/restore3.words" 2>&1
expect "devices --restore after a service: status" $? 0
expect_as_found "after a killed service and devices --restore"
