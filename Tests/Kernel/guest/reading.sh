# Lists the devices, records, and leaves them as they were.

devices=$results/devices.json
lenticule devices --json > "$devices"
expect "devices: status" $? 0
expect "devices: what is used" "$(python3 - "$devices" << 'X'
import json, sys
devices = json.load(open(sys.argv[1]))["devices"]
print(*sorted(f"{each['name']} {each['uses'][0]} {each['trigger']}" for each in devices), sep=", ")
X
)" "accel_3d accel accel_3d-dev0, gyro_3d anglvel gyro_3d-dev1"

# Settings that are no one's default.
cd "$(folder accel_3d)" || exit
echo 24 > buffer/length
echo 3 > buffer/watermark
echo 1 > scan_elements/in_accel_y_en
echo 50 > in_accel_sampling_frequency
remember

lenticule record --from local: --duration 4 "$results/recorded.csv" 2> "$results/recorded.words"
expect "a recording: status" $? 0
expect "a recording uses the buffers" \
    "$(grep -c 'polling at' "$results/recorded.words")" 0
angles recorded
expect_angles "a recording" "$results/recorded.angles" 50 --of /run/hub.times
expect_as_found "after a recording"

start_recording ended
stop TERM $recording
expect "SIGTERM ends a recording: status" $status 0
expect_as_found "after SIGTERM"
