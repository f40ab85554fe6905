# Suspend.
start_recording asleep
cat /proc/driver/rtc | head -5; ls -la /dev/rtc*; cat /sys/power/pm_test
T1=$(now)
time rtcwake -m freeze -s 3
echo "rtcwake $?"; dmesg | tail -30
now
sleep 3
tail -n 2 $results/asleep.csv
cat $results/asleep.words
kill $recording
