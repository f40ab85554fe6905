# make run      installs what is missing, builds, and shows the demo card
# make demo     renders the demo card over a motion log to demo.png
# make pictures draws the pictures of the README and of the manual anew
# make test-pages    does what README and docs/ say, and compares what comes out
# make test-pictures draws them, too, and compares them with those that are there
# make test     installs what the tests need and runs all of them
# make test-kernel   boots Debian's kernel in qemu, and reads a virtual sensor hub there
# make test-arm64    compiles the C and C++ parts for arm64, and runs their tests under qemu
# make test-install  installs into a folder, and lets man, the shells and systemd read it there
# make deb      builds a Debian package, build/lenticule_VERSION_ARCH.deb
# make test-package  installs, upgrades and purges that package in a new Debian; needs root
# make chaos    does bad things to the service for SECONDS=60, by the dice of SEED=1
# make deps     installs what a build needs, and nothing else
# make install  PREFIX=/usr/local DESTDIR=   puts the program in its places; make uninstall removes it
#
# Root is asked for by sudo: to install packages that are missing, which are named, and to install.

PREFIX ?= /usr/local
SYSCONFDIR ?= /etc
# What systemd, udev, man, the shells and desktops look for, each in folders of its own, which are below these
# two alone. The program and its cards are below PREFIX.
SYSTEM_PREFIX = $(if $(filter /usr,$(PREFIX)),/usr,/usr/local)
VERSION := $(shell sed -n 's/^public let programVersion = "\(.*\)"/\1/p' Sources/Platform/Platform/Program.swift)
# Where the program's page is, as https://example.org/lenticule; a software centre shows it and its pictures.
HOMEPAGE ?=

BUILD_PACKAGES = pkg-config libstdc++-12-dev libiio-dev libsdl2-dev libturbojpeg0-dev libwebp-dev libgif-dev \
	librsvg2-dev libxml2-dev libcairo2-dev libpango1.0-dev libexif-dev libimagequant-dev zlib1g-dev libgles-dev \
	libtomlplusplus-dev libimgui-dev libfontconfig-dev libsystemd-dev libudev-dev libmosquitto-dev \
	libseccomp-dev fonts-dejavu-core
TEST_PACKAGES = xvfb xserver-xorg-core xserver-xorg-video-dummy xserver-xephyr x11-xserver-utils xdotool openbox iiod \
	libiio-utils python3 nodejs libgl1-mesa-dri libegl1 kmod mosquitto mosquitto-clients openssl socat jq weston systemd \
	device-tree-compiler ffmpeg librsvg2-bin libtiff-tools poppler-utils webp imagemagick gifsicle binutils \
	dbus-daemon xdg-desktop-portal xdg-desktop-portal-gtk gsettings-desktop-schemas gnome-settings-daemon-common \
	libglib2.0-bin python3-dbus python3-gi sway grim chromium
INSTALL_PACKAGES_NEEDED = librsvg2-bin
INSTALL_TEST_PACKAGES = man-db zsh fish systemd
DEB_PACKAGES = debhelper dpkg-dev
PACKAGE_TEST_PACKAGES = debootstrap lintian desktop-file-utils appstream
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
CARDS = $(DESTDIR)$(PREFIX)/share/lenticule
DOC = $(DESTDIR)$(PREFIX)/share/doc/lenticule
SHARE = $(DESTDIR)$(SYSTEM_PREFIX)/share
LIB = $(DESTDIR)$(SYSTEM_PREFIX)/lib
ICONS = $(SHARE)/icons/hicolor
ETC = $(DESTDIR)$(SYSCONFDIR)/lenticule
MANUAL = build/man
# Pixels: the small ones are drawn from a simpler picture.
SMALL_ICONS = 16 22 24
LARGE_ICONS = 32 48 64 128 256 512

.PHONY: run demo pictures test test-pages test-pictures test-kernel test-arm64 test-install test-package chaos test-deps \
	deps build swift install generated install-files deb uninstall bench fuzz format clean

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

test-pages: build test-deps
	Tests/Pages/run $(PROGRAM)

test-pictures: build test-deps
	docs/pictures --check $(PROGRAM)

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

test-package: deb
	@packages="$(PACKAGE_TEST_PACKAGES)"; $(INSTALL_PACKAGES)
	Tests/Package/run build/lenticule_$(VERSION)_$$(dpkg --print-architecture).deb

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

# What is made of the program and of pictures, for install-files.
generated: build
	@packages="$(INSTALL_PACKAGES_NEEDED)"; $(INSTALL_PACKAGES)
	mkdir -p $(MANUAL) build/icons && rm -f $(MANUAL)/*
	swift run --package-path $(SCRATCH)/checkouts/swift-argument-parser --scratch-path .build-manual \
		generate-manual $(PROGRAM) --multi-page --output-directory $(MANUAL)
	@# A page's name is one word: "lenticule-show" in NAME, "lenticule show" in SYNOPSIS.
	for page in $(MANUAL)/lenticule.*.1; do \
		name=$$(basename $$page .1); command=$${name#lenticule.}; \
		sed -i -e "s/^\.Nm \"lenticule $$command\"/.Nm lenticule-$$command/" \
			-e "s/^\.Nm\$$/.Nm \"lenticule $$command\"/" -e 's/^\.Nd "\(.*\)"$$/.Nd \1/' $$page; done
	for shell in bash zsh fish; do \
		$(PROGRAM) --generate-completion-script $$shell > build/completion.$$shell; done
	@# bash reads it, and does not run it.
	sed -i '1{/^#!/d}' build/completion.bash
	for size in $(SMALL_ICONS); do \
		rsvg-convert -w $$size -h $$size desktop/lenticule-16.svg -o build/icons/$$size.png; done
	for size in $(LARGE_ICONS); do \
		rsvg-convert -w $$size -h $$size desktop/lenticule.svg -o build/icons/$$size.png; done

install: generated
	@# Root, whose PATH may lack swift, only copies.
	@root=; [ "$$(id -u)" = 0 ] || [ -n "$(DESTDIR)" ] || \
		{ [ -w "$(PREFIX)" ] && [ -w "$(SYSTEM_PREFIX)" ] && [ -w "$(SYSCONFDIR)" ]; } || root=sudo; \
	$$root $(MAKE) --no-print-directory install-files PREFIX="$(PREFIX)" DESTDIR="$(DESTDIR)" \
		SYSCONFDIR="$(SYSCONFDIR)" HOMEPAGE="$(HOMEPAGE)" SCRATCH="$(SCRATCH)"

install-files:
	install -D -s -m 755 $(PROGRAM) $(BIN)/lenticule
	install -D -s -m 755 $(PROGRAM)-decode $(LIBEXEC)/lenticule-decode
	for file in $$(find cards -type f -not -path '*/art/*'); do \
		install -D -m 644 $$file $(CARDS)/$$file; done
	test -e $(ETC)/config.toml || install -D -m 644 config.toml $(ETC)/config.toml
	install -D -m 644 -t $(LIB)/udev/rules.d udev/60-lenticule.rules
	install -D -m 644 systemd/lenticule.sysusers $(LIB)/sysusers.d/lenticule.conf
	install -D -m 644 -t $(LIB)/systemd/system systemd/lenticule.service systemd/lenticule.socket \
		systemd/lenticule-kiosk.service
	install -D -m 644 -t $(LIB)/systemd/user systemd/lenticule-window.service
	install -D -m 644 -t $(CARDS) systemd/network.conf
	install -D -m 644 -t $(CARDS)/overlays udev/overlays/*.dts
	install -D -m 644 -t $(DOC)/clients docs/clients/*
	for page in $(MANUAL)/lenticule*.1; do \
		name=$$(basename $$page .1 | tr . -); \
		install -D -m 644 $$page $(SHARE)/man/man1/$$name.1; done
	install -D -m 644 build/completion.bash $(SHARE)/bash-completion/completions/lenticule
	install -D -m 644 build/completion.zsh $(SHARE)/zsh/site-functions/_lenticule
	install -D -m 644 build/completion.fish $(SHARE)/fish/vendor_completions.d/lenticule.fish
	install -D -m 644 -t $(SHARE)/applications desktop/lenticule.desktop
	install -D -m 644 -t $(SHARE)/metainfo desktop/lenticule.metainfo.xml
	install -D -m 644 -t $(ICONS)/scalable/apps desktop/lenticule.svg
	for size in $(SMALL_ICONS) $(LARGE_ICONS); do \
		install -D -m 644 build/icons/$$size.png $(ICONS)/$${size}x$$size/apps/lenticule.png; done
	sed -i 's|/usr/bin/env lenticule|$(PREFIX)/bin/lenticule|' $(LIB)/systemd/*/lenticule*.service \
		$(CARDS)/network.conf $(SHARE)/applications/lenticule.desktop
	@# Without a page there is no address of pictures, which have to be on the web.
	sed -i $(if $(HOMEPAGE),'s|@HOMEPAGE@|$(HOMEPAGE)|','/<!-- HOMEPAGE/$(comma)/HOMEPAGE -->/d') \
		$(SHARE)/metainfo/lenticule.metainfo.xml
	@# A package's own scripts do this; nobody does it for a local installation.
	@[ -n "$(DESTDIR)" ] || [ ! -d /run/systemd/system ] || { \
		systemd-sysusers && systemctl daemon-reload && \
		udevadm control --reload && udevadm trigger -s iio; }

comma = ,

uninstall:
	@[ -n "$(DESTDIR)" ] || [ ! -d /run/systemd/system ] || \
		systemctl disable --now lenticule.service lenticule.socket lenticule-kiosk.service || true
	@[ -n "$(DESTDIR)" ] || [ ! -d /run/systemd/system ] || \
		systemctl --global disable lenticule-window.service || true
	rm -f $(BIN)/lenticule $(LIB)/udev/rules.d/60-lenticule.rules \
		$(LIB)/sysusers.d/lenticule.conf $(LIB)/systemd/user/lenticule-window.service \
		$(LIB)/systemd/system/lenticule-kiosk.service \
		$(LIB)/systemd/system/lenticule.service $(LIB)/systemd/system/lenticule.socket \
		$(SHARE)/man/man1/lenticule.1 $(SHARE)/man/man1/lenticule-*.1 \
		$(SHARE)/bash-completion/completions/lenticule \
		$(SHARE)/zsh/site-functions/_lenticule \
		$(SHARE)/fish/vendor_completions.d/lenticule.fish \
		$(SHARE)/applications/lenticule.desktop $(SHARE)/metainfo/lenticule.metainfo.xml \
		$(ICONS)/*/apps/lenticule.png $(ICONS)/*/apps/lenticule.svg
	rm -rf $(CARDS) $(LIBEXEC) $(DOC)
	@[ -n "$(DESTDIR)" ] || [ ! -d /run/systemd/system ] || { \
		systemctl daemon-reload && udevadm control --reload; }
	@[ ! -e $(ETC)/config.toml ] || echo "$(ETC)/config.toml is left: it may be yours by now."

# The package is made in build/, of what install-files copies.
DEB = build/deb/lenticule

deb: generated
	@packages="$(DEB_PACKAGES)"; $(INSTALL_PACKAGES)
	rm -rf build/deb build/lenticule_*.deb && mkdir -p $(DEB) && cp -r debian $(DEB)
	printf 'lenticule (%s) unstable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- %s  %s\n' \
		"$(VERSION)" "$$(sed -n 's/^Maintainer: //p' debian/control)" \
		"$$(git log -1 --format=%cD 2>/dev/null || date -R)" > $(DEB)/debian/changelog
	cd $(DEB) && CHECKOUT="$(CURDIR)" SCRATCH="$(SCRATCH)" HOMEPAGE="$(HOMEPAGE)" MAKEFLAGS= \
		dpkg-buildpackage --build=binary --no-sign > ../log 2>&1 || { tail -n 20 ../log >&2; exit 1; }
	mv build/deb/lenticule_$(VERSION)_*.deb build/
	@ls build/lenticule_*.deb

bench: build
	Benchmarks/run

fuzz:
	Tests/Fuzz/run

format:
	swift format -i -r -p Sources Tests Package.swift

clean:
	rm -rf .build .build-manual build
