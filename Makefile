# make run      installs what is missing, builds, and shows the demo card
# make demo     renders the demo card over a motion log to demo.png
# make pictures draws the pictures of the README and of the manual anew
# make test     installs what the tests need and runs all of them
# make test-kernel   boots Debian's kernel in qemu, and reads a virtual sensor hub there
# make test-arm64    compiles the C and C++ parts for arm64, and runs their tests under qemu
# make test-install  installs into a folder, and lets man, the shells and systemd read it there
# make chaos    does bad things to the service for SECONDS=60, by the dice of SEED=1
# make deps     installs what a build needs, and nothing else
# make install  PREFIX=/usr/local DESTDIR=   puts the program in its places; make uninstall removes it

PREFIX ?= /usr/local
SYSCONFDIR ?= /etc

BUILD_PACKAGES = pkg-config libstdc++-12-dev libiio-dev libsdl2-dev libturbojpeg0-dev libwebp-dev libgif-dev \
	librsvg2-dev libxml2-dev libcairo2-dev libpango1.0-dev libexif-dev libimagequant-dev zlib1g-dev libgles-dev \
	libtomlplusplus-dev libimgui-dev libfontconfig-dev libsystemd-dev libudev-dev libmosquitto-dev \
	libseccomp-dev fonts-dejavu-core
TEST_PACKAGES = xvfb xserver-xorg-core xserver-xorg-video-dummy xserver-xephyr x11-xserver-utils xdotool openbox iiod \
	libiio-utils python3 libgl1-mesa-dri libegl1 kmod mosquitto mosquitto-clients openssl socat jq weston systemd \
	device-tree-compiler ffmpeg librsvg2-bin libtiff-tools poppler-utils webp imagemagick gifsicle binutils \
	dbus-daemon xdg-desktop-portal xdg-desktop-portal-gtk gsettings-desktop-schemas gnome-settings-daemon-common \
	libglib2.0-bin python3-dbus python3-gi sway grim chromium
INSTALL_TEST_PACKAGES = man-db zsh fish systemd
ARM64_TEST_PACKAGES = g++-aarch64-linux-gnu qemu-user-static
# The guest uses this machine's own programs, read-only.
KERNEL_TEST_PACKAGES = qemu-system-x86 busybox-static cpio kmod python3 dbus-daemon libkmod2 libglib2.0-0 \
	libgl1-mesa-dri libegl1 libgbm1

# The program then runs where no toolchain is, and starts faster.
STATIC = --static-swift-stdlib
# SwiftPM locks it: a second build at the same time needs another one.
SCRATCH ?= .build
PROGRAM = $(SCRATCH)/release/lenticule
BIN = $(DESTDIR)$(PREFIX)/bin
LIBEXEC = $(DESTDIR)$(PREFIX)/libexec/lenticule
SHARE = $(DESTDIR)$(PREFIX)/share
LIB = $(DESTDIR)$(PREFIX)/lib
ETC = $(DESTDIR)$(SYSCONFDIR)/lenticule
MANUAL = build/man

.PHONY: run demo pictures test test-kernel test-arm64 test-install chaos test-deps deps build swift install install-files \
	uninstall bench fuzz format clean

run: build
	$(PROGRAM)

demo: build
	$(PROGRAM) render --from docs/demo.csv --size 480x300 --fps 12 -o demo.png
	@echo "demo.png"

pictures: build test-deps
	docs/pictures $(PROGRAM)

build: deps
	swift build -c release $(STATIC) --scratch-path $(SCRATCH) $(QUIET)

# The program that is installed: what is built for debugging takes a quarter of a second to read its options.
# Of both builds only mistakes are printed.
test: QUIET = --quiet
test: build test-deps
	swift build --build-tests $(QUIET)
	Tests/run $(PROGRAM)

# The program as it is installed.
test-kernel: build
	@packages="$(KERNEL_TEST_PACKAGES)"; ($(INSTALL_PACKAGES)) || \
		echo "not all of $(KERNEL_TEST_PACKAGES) can be installed" >&2
	Tests/Kernel/run $(PROGRAM)

test-arm64: deps
	@packages="$(ARM64_TEST_PACKAGES)"; ($(INSTALL_PACKAGES)) || \
		echo "not all of $(ARM64_TEST_PACKAGES) can be installed" >&2
	Tests/ARM64/run

test-install: build
	@packages="$(INSTALL_TEST_PACKAGES)"; $(INSTALL_PACKAGES)
	Tests/Install/run

SECONDS ?= 60
SEED ?= 1

chaos: build test-deps
	Tests/Chaos/run --program $(PROGRAM) --seconds $(SECONDS) --seed $(SEED)

deps: swift
	@packages="$(BUILD_PACKAGES)"; $(INSTALL_PACKAGES)

test-deps:
	@packages="$(TEST_PACKAGES)"; $(INSTALL_PACKAGES)

# Asks for root only when something is missing, and names it.
INSTALL_PACKAGES = \
	missing=; \
	for package in $$packages; do \
		dpkg-query -W -f '$${Status}' $$package 2>/dev/null | grep -q ' installed' \
			|| missing="$$missing $$package"; \
	done; \
	[ -z "$$missing" ] && exit 0; \
	echo "Installing:$$missing"; \
	root=; [ "$$(id -u)" = 0 ] || root=sudo; \
	$$root apt-get update -qq && \
	$$root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing \
		>/dev/null

swift:
	@command -v swift >/dev/null || { \
		echo "lenticule: no swift here: get Swift 6.2 or later from https://www.swift.org/install/linux" >&2; \
		exit 69; }

install: build
	mkdir -p $(MANUAL) && rm -f $(MANUAL)/*
	swift run --package-path $(SCRATCH)/checkouts/swift-argument-parser --scratch-path .build-manual \
		generate-manual $(PROGRAM) --multi-page --output-directory $(MANUAL)
	@# A page's name is one word: "lenticule-show" in NAME, "lenticule show" in SYNOPSIS.
	for page in $(MANUAL)/lenticule.*.1; do \
		name=$$(basename $$page .1); command=$${name#lenticule.}; \
		sed -i -e "s/^\.Nm \"lenticule $$command\"/.Nm lenticule-$$command/" \
			-e "s/^\.Nm\$$/.Nm \"lenticule $$command\"/" -e 's/^\.Nd "\(.*\)"$$/.Nd \1/' $$page; done
	for shell in bash zsh fish; do \
		$(PROGRAM) --generate-completion-script $$shell > build/completion.$$shell; done
	@# Root, whose PATH may lack swift, only copies.
	@root=; [ "$$(id -u)" = 0 ] || [ -n "$(DESTDIR)" ] || [ -w "$(PREFIX)" ] || root=sudo; \
	$$root $(MAKE) --no-print-directory install-files \
		PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" SYSCONFDIR="$(SYSCONFDIR)"

install-files:
	install -D -s -m 755 $(PROGRAM) $(BIN)/lenticule
	install -D -s -m 755 $(PROGRAM)-decode $(LIBEXEC)/lenticule-decode
	for file in $$(find cards -type f -not -path '*/art/*'); do \
		install -D -m 644 $$file $(SHARE)/lenticule/$$file; done
	test -e $(ETC)/config.toml || install -D -m 644 config.toml $(ETC)/config.toml
	install -D -m 644 -t $(LIB)/udev/rules.d udev/60-lenticule.rules
	install -D -m 644 systemd/lenticule.sysusers $(LIB)/sysusers.d/lenticule.conf
	install -D -m 644 -t $(LIB)/systemd/system systemd/lenticule.service systemd/lenticule.socket \
		systemd/lenticule-kiosk.service
	install -D -m 644 -t $(LIB)/systemd/user systemd/lenticule-window.service
	install -D -m 644 -t $(SHARE)/lenticule systemd/network.conf
	sed -i 's|/usr/bin/env lenticule|$(PREFIX)/bin/lenticule|' $(LIB)/systemd/*/lenticule*.service \
		$(SHARE)/lenticule/network.conf
	install -D -m 644 -t $(SHARE)/lenticule/overlays udev/overlays/*.dts
	for page in $(MANUAL)/lenticule*.1; do \
		name=$$(basename $$page .1 | tr . -); \
		install -D -m 644 $$page $(SHARE)/man/man1/$$name.1; done
	install -D -m 644 build/completion.bash $(SHARE)/bash-completion/completions/lenticule
	install -D -m 644 build/completion.zsh $(SHARE)/zsh/site-functions/_lenticule
	install -D -m 644 build/completion.fish $(SHARE)/fish/vendor_completions.d/lenticule.fish
	@# A package's own scripts do this; nobody does it for a local installation.
	@[ -n "$(DESTDIR)" ] || [ ! -d /run/systemd/system ] || { \
		systemd-sysusers && systemctl daemon-reload && \
		udevadm control --reload && udevadm trigger -s iio; }

uninstall:
	@[ -n "$(DESTDIR)" ] || [ ! -d /run/systemd/system ] || \
		systemctl disable --now lenticule.service lenticule.socket lenticule-kiosk.service || true
	rm -f $(BIN)/lenticule $(LIB)/udev/rules.d/60-lenticule.rules \
		$(LIB)/sysusers.d/lenticule.conf $(LIB)/systemd/user/lenticule-window.service \
		$(LIB)/systemd/system/lenticule-kiosk.service \
		$(LIB)/systemd/system/lenticule.service $(LIB)/systemd/system/lenticule.socket \
		$(SHARE)/man/man1/lenticule.1 $(SHARE)/man/man1/lenticule-*.1 \
		$(SHARE)/bash-completion/completions/lenticule \
		$(SHARE)/zsh/site-functions/_lenticule \
		$(SHARE)/fish/vendor_completions.d/lenticule.fish
	rm -rf $(SHARE)/lenticule $(LIBEXEC)
	@[ -n "$(DESTDIR)" ] || [ ! -d /run/systemd/system ] || { \
		systemctl daemon-reload && udevadm control --reload; }
	@[ ! -e $(ETC)/config.toml ] || echo "$(ETC)/config.toml is left: it may be yours by now."

bench: build
	Benchmarks/run

fuzz:
	Tests/Fuzz/run

format:
	swift format -i -r -p Sources Tests Package.swift

clean:
	rm -rf .build .build-manual build
