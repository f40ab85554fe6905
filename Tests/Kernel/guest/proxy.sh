# The desktop's own sensor service, which turns the screen, beside ours.
proxy_log=$results/proxy.log
rule=/run/udev/rules.d/60-lenticule.rules

udevadm() { SYSTEMD_IGNORE_CHROOT=1 "$desktop/bin/udevadm" "$@"; }

# udev, with the proxy's rule and ours, for a group that is here; and a system bus.
start_desktop() {
    mkdir -p /run/udev/rules.d /run/dbus
    cp "$desktop/lib/udev/rules.d/80-iio-sensor-proxy.rules" /run/udev/rules.d/
    sed 's/GROUP="lenticule"/GROUP="root"/; s/chgrp lenticule/chgrp root/' \
        "$checkout/udev/60-lenticule.rules" > $rule
    start_udev
    cat > /run/bus.conf << 'X'
<busconfig>
  <type>system</type>
  <listen>unix:path=/run/dbus/system_bus_socket</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
X
    dbus-daemon --config-file=/run/bus.conf --fork
    udevadm trigger -s iio
    udevadm settle
}

# The service that our rule wants for a device.
wanted_service() { udevadm test "$1" 2> /dev/null | grep WANTS | grep -o lenticule.service; }

# What udev makes of our rule.
expect_rule() {
    local device enabled=/etc/systemd/system/sockets.target.wants
    device=$(folder accel_3d)
    expect "udev finds no mistake in our rule" "$(udevadm test "$device" 2>&1 | grep "^$rule")" ""
    mount -t tmpfs tmpfs /etc/systemd/system
    mkdir $enabled
    expect "our rule starts no service that is not enabled" "$(wanted_service "$device")" ""
    : > $enabled/lenticule.socket
    expect "our rule names the service that is enabled" "$(wanted_service "$device")" lenticule.service
    expect "our rule lets the group read scans" "$(stat -c %a "/dev/${device##*/}")" 660
    expect "our rule lets the group start scans" "$(stat -c %A "$device/buffer/enable")" -rw-rw-r--
}

start_proxy() {
    G_MESSAGES_DEBUG=all "$desktop/usr/sbin/iio-sensor-proxy" -v >> "$proxy_log" 2>&1 &
    proxy=$!
    "$desktop/usr/bin/monitor-sensor" >> "$results/monitor.log" 2>&1 &
    monitor=$!
}

readings() { grep -c 'Accel sent by driver' "$proxy_log"; }

# expect_readings WHEN: the proxy reads on.
expect_readings() {
    local before
    before=$(readings)
    await 60 eval '[ $(readings) -ge $((before + 5)) ]'
    expect "iio-sensor-proxy reads $1" $? 0
}

start_desktop
expect_rule
start_proxy
expect_readings "before"
remember
record_rows beside 350
angles beside
expect_angles "a recording beside iio-sensor-proxy" "$results/beside.angles" 200
expect_as_found "after a recording beside iio-sensor-proxy"
expect_readings "after"
start_recording beside_killed
expect_readings "during"
stop KILL $recording
expect_readings "after SIGKILL"
lenticule devices --restore > "$results/restore2.words" 2>&1
expect_readings "after devices --restore"
expect_as_found "after SIGKILL beside iio-sensor-proxy, and devices --restore"
kill $proxy $monitor

# Ours first: it leaves the buffer to the proxy, which would ask for it only once. (The first proxy has
# left it on.)
echo 0 > "$(folder accel_3d)/buffer/enable"
start_recording before_it
start_proxy
expect_readings "though a recording was first"
stop TERM $recording
expect_readings "after the recording that was first"
kill $proxy $monitor
