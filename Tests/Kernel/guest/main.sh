# All tests, in the guest: the kernel is Debian's, the programs are the host's, the hub is ours.
guest=$checkout/Tests/Kernel/guest
export HOME=/run/home TMPDIR=/run/tmp XDG_RUNTIME_DIR=/run/user
# What was unpacked of the desktop's packages.
desktop=$checkout/.build/kernel/root
export LD_LIBRARY_PATH=$desktop/usr/lib/x86_64-linux-gnu
mkdir -p $HOME $TMPDIR $XDG_RUNTIME_DIR
chmod 700 $XDG_RUNTIME_DIR
. "$guest/checks.sh"

plug
for part in $parts; do
    echo "== $(now) $part"
    . "$guest/$part.sh"
done
echo "== $(now)"
