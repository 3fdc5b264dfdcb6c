# `make run` shows the feed, `make test` runs all tests. Most targets install what they need first.

SHELL := /bin/bash
# The manifest declares only the libraries unless a variable asks for more; this one asks for everything.
export ESSENTIAL_FEED_DESKTOP := 1
PREFIX ?= /usr/local
# The release build is linked statically with Swift's own libraries, so that it runs without a toolchain.
RELEASE := swift build -c release --static-swift-stdlib
.DEFAULT_GOAL := help

.PHONY: help setup setup-test release server run run-terminal unit test test-wayland bench bench-app coverage sanitize fuzz torture screenshots docs format lint texts install uninstall deb test-deb clean

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1\t/' | expand -t 22

setup:
	@Scripts/setup.sh

setup-test:
	@Scripts/setup.sh test

release: setup
	@echo "Building for release. The first time this takes several minutes."
	@$(RELEASE) --product essential-feed
	@$(RELEASE) --product essential-feed-app
	@$(RELEASE) --product essential-feed-decoder

server: ## Build the server and the terminal program, without GTK
	@Scripts/setup.sh server
	@echo "Building for release. The first time this takes several minutes."
	@env -u ESSENTIAL_FEED_DESKTOP ESSENTIAL_FEED_SERVER=1 $(RELEASE) --product essential-feed
	@env -u ESSENTIAL_FEED_DESKTOP ESSENTIAL_FEED_SERVER=1 $(RELEASE) --product essential-feed-decoder

run: release ## Serve the demo photos and show them in the app
	@Scripts/run-app.sh

run-terminal: server ## Serve the demo photos and print the feed, online and offline
	@Scripts/run-terminal.sh

unit: ## Run the libraries' tests, which need only Swift and SQLite
	@env -u ESSENTIAL_FEED_DESKTOP ESSENTIAL_FEED_UNIT_TESTS=1 swift test

test: setup-test ## Run all tests; FILTER=name runs some, SEED=n repeats an order
	@Scripts/test.sh

test-wayland: setup-test ## Draw the screens on Wayland and with the GL renderer
	@Scripts/test-wayland.sh

bench: release ## Print the figures beside their floors
	@Scripts/setup.sh bench
	@$(RELEASE) --product essential-feed-bench
	@$(RELEASE) --product essential-feed-bench-pictures
	@"$$($(RELEASE) --show-bin-path)/essential-feed-bench"
	@"$$($(RELEASE) --show-bin-path)/essential-feed-bench-pictures"
	@$(MAKE) --no-print-directory bench-app
	@Scripts/bench-web.py "$$($(RELEASE) --show-bin-path)"

bench-app: release ## Print the figures of the app alone
	@Scripts/setup.sh test
	@$(RELEASE) --product essential-feed-scroll
	@$(RELEASE) --product app-floor
	@GDK_BACKEND=x11 GSK_RENDERER=cairo GTK_A11Y=none GSETTINGS_BACKEND=memory ADW_DISABLE_PORTAL=1 \
		xvfb-run -a -s "-screen 0 1280x1024x24 -noreset" Scripts/session.sh \
		Scripts/bench-app.py "$$($(RELEASE) --show-bin-path)"

coverage: setup-test ## Run the tests and print line coverage by module
	@Scripts/test.sh --coverage

sanitize: setup-test ## Test core, store, transport, image modules and GtkKit under both sanitizers
	@Scripts/sanitize.sh

fuzz: setup-test ## Look for bytes that crash the programs, FUZZ_SECONDS each
	@Scripts/fuzz.sh

TORTURE_KILLS ?= 200

torture: setup-test ## Kill the server while people write, TORTURE_KILLS times, and look for what is lost
	@swift build --product essential-feed
	@swift build --product essential-feed-decoder
	@Scripts/torture.py "$$(swift build --show-bin-path)" --kills $(TORTURE_KILLS)

screenshots: release ## Take the pictures of the app again
	@Scripts/setup.sh screenshots
	@Scripts/screenshots.sh "$$($(RELEASE) --show-bin-path)"

DOCUMENTED := EssentialFeed HTTPTransport EssentialFeedHTTP EssentialFeedStore ImagePipeline ImageFormats \
	EssentialFeedComposition EssentialFeedServer

docs: setup ## Build the libraries' documentation
	@env -u ESSENTIAL_FEED_DESKTOP ESSENTIAL_FEED_SERVER=1 swift package generate-documentation \
		$(addprefix --target ,$(DOCUMENTED)) --warnings-as-errors

format: ## Format the Swift files
	@swift format --in-place --recursive --parallel Package.swift Sources Server Tests Benchmarks Examples Snippets

lint: ## Check the style, the names of files and the translations
	@swift format lint --strict --recursive --parallel Package.swift Sources Server Tests Benchmarks Examples Snippets
	@Scripts/type-files.py
	@Scripts/texts.py --check

texts: ## Bring new texts to po/, and translations into the program
	@Scripts/texts.py

install: release ## Install the programs below PREFIX
	@Scripts/setup.sh install
	@Scripts/install.sh "$$($(RELEASE) --show-bin-path)" "$(DESTDIR)$(PREFIX)" "$(PREFIX)"

uninstall: ## Remove the installed programs from PREFIX
	@Scripts/uninstall.sh "$(DESTDIR)$(PREFIX)" "$(PREFIX)"

deb: setup ## Build Debian packages in .build/deb
	@Scripts/setup.sh deb
	@echo "Building for Debian packages. The first time this takes ten minutes or more."
	@Scripts/deb.sh

test-deb: deb ## Install, run and purge the packages in a fresh Debian 12
	@Scripts/test-deb.sh

clean: ## Remove what was built
	@rm -rf .build .build-*
