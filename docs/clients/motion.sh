#!/bin/sh
# Prints the tilt of a running `lenticule serve`: motion.sh [SOCKET [HZ]]. Needs socat and jq.
# Your own service's socket, or else that of root and the system's service.
socket=$XDG_RUNTIME_DIR/lenticule/motion.sock
test -e "$socket" || socket=/run/lenticule/motion.sock
socket=${1:-$socket}
echo "{\"subscribe\":\"state\",\"hz\":${2:-60}}" | socat -,ignoreeof "UNIX-CONNECT:$socket" | jq -r --unbuffered '
    if has("error") then "error: \(.error)"
    elif has("lenticule") then "sensor: \(.device)"
    elif has("q") then "tilt \(.tilt_deg) pitch \(.pitch_deg) roll \(.roll_deg)"
    else empty end'
