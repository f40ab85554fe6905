# The card on the screens of a machine without a desktop (KMS/DRM), for a user who has logged in on a console. Of qemu's
# two screens one has no render node, as a server's, and the other has one, but no 3D. SDL needs OpenGL on both: Mesa's
# llvmpipe.
nobody=65534 video=44 input=1999
wanted=$results/wanted.png

# may GROUP FILE...: members of the group may use the files.
may() { chgrp "$@" && chmod 660 "${@:2}"; }

# The mode of the console's keyboard: 3 makes characters of keys, 4 nothing.
keyboard_mode() {
    python3 -c 'import fcntl, sys
mode = bytearray(4)
fcntl.ioctl(sys.stdin, 0x4B44, mode)
print(mode[0])' < /dev/tty1
}

keyboard_is_off() { [ "$(keyboard_mode)" = 4 ]; }

# start_card NAME SCREEN GROUPS [OPTION...]: in the background.
start_card() {
    name=$1 screen=$2
    HOME=/run/nobody SDL_KMSDRM_DEVICE_INDEX=$([ $screen = plain ]; echo $?) \
        "$guest/console.py" $3 "$results/lenticule" show --card demo --from simulated:still --stats "${@:4}" \
        > "$results/$name.json" 2> "$results/$name.words" &
    shown=$!
}

# The mean difference of the screen's picture and the card's, of 255; the mean of the screen's if FILE is empty.
difference() { "$guest/screen.py" $screen "$results/$name.ppm" $1 2>&1; }

shows_card() { difference "$wanted" | grep -q '^0\.'; }

expect_card() {
    if await 180 eval 'shows_card || [ ! -e /proc/$shown ]' && shows_card; then ok "$1: the card is on the screen"
    else failed "$1: the card is on the screen" "$(difference "$wanted")" "a difference below 1"; fi
}

# expect_end WHAT STATUS
expect_end() {
    await 60 test ! -e /proc/$shown || kill -KILL $shown
    wait $shown
    expect "$1: status" $? $2
    expect "$1: the console has its keyboard" "$(keyboard_mode)" 3
    expect "$1: the console has its screen" "$(difference | cut -d . -f 1)" 0
}

renderer() { python3 -c 'import json, sys; print(json.load(sys.stdin)["renderer"])' < "$results/$name.json"; }

type_keys() { echo "press $*" >&7; }

mkdir -p /run/nobody
chown $nobody /run/nobody
start_udev
may $video /dev/dri/card*
mkfifo /run/keys
"$guest/uinput.py" "Virtual keyboard" q c control < /run/keys 2> "$results/keys.words" &
keyboard=$!
exec 7> /run/keys
has_keyboard() { grep -qs '^Virtual keyboard' /sys/class/input/event*/device/name; }
await 30 has_keyboard || failed "a virtual keyboard" "none" "one"
may $input /dev/input/event*

start_card key_q plain $video,$input --renderer cpu
expect_card "cpu, without a render node"
type_keys q
expect_end "the key q" 0
expect "cpu draws" "$(renderer)" cpu

start_card control_c plain $video,$input --renderer gl
expect_card "gl, without a render node"
type_keys control c
expect_end "Ctrl-C on the console" 0
expect "gl draws" "$(renderer)" gl

start_card terminated virtual $video,$input
expect_card "auto, with a render node without 3D"
kill -TERM $shown
expect_end "SIGTERM" 0
expect "auto does not take llvmpipe for a graphics processor" "$(renderer)" cpu

# While Mesa compiles, nothing in the program looks whether it is to end.
start_card at_once plain $video,$input --renderer gl
await 60 keyboard_is_off ||
    failed "SDL reads the keys" "mode $(keyboard_mode)" 4
kill -TERM $shown
await 60 test ! -e /proc/$shown || kill -KILL $shown
wait $shown
expect "SIGTERM at once: the console has its keyboard" "$(keyboard_mode)" 3

# Debian gives the screen to who has logged in, but not the keys.
start_card no_keys plain $video
await 60 grep -q 'usermod -aG input' "$results/no_keys.words" ||
    failed "without the group input: a message" "$(cat "$results/no_keys.words")" "the group input"
expect "without the group input: the keyboard stays on" "$(keyboard_mode)" 3
type_keys control c
await 60 test ! -e /proc/$shown && ok "without the group input: Ctrl-C ends it" ||
    failed "without the group input: Ctrl-C" "it runs" "its end"
kill -KILL $shown 2> /dev/null
wait $shown

start_card no_screen plain $input
expect_end "without the group video" 69
expect_words "without the group video: a message" "$results/no_screen.words" 'usermod -aG video'

exec 7>&-
wait $keyboard
