# `make run` shows the feed, `make test` proves it. Everything below installs what it needs first.

SHELL := /bin/bash
PREFIX ?= /usr/local
# The release build is linked with Swift's own libraries inside, so that it runs where no toolchain is.
RELEASE := swift build -c release --product essential-feed --static-swift-stdlib
# Linked alike: with other flags everything would be built a second time.
BENCH := swift build -c release --product essential-feed-bench --static-swift-stdlib
.DEFAULT_GOAL := help

.PHONY: help setup setup-test release run test bench spec coverage sanitize lint install clean

help: ## Say what there is
	@grep -hE '^[a-z]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):.*## /  make \1\t/' | expand -t 18

setup:
	@Scripts/setup.sh

setup-test:
	@Scripts/setup.sh test

release: setup
	@echo "Building essential-feed for release. The first time this takes several minutes."
	@$(RELEASE)

run: release ## Serve the demo photos and print the feed, online and offline
	@Scripts/run-demo.sh

test: setup-test ## Run everything that is tested
	@Scripts/test.sh

bench: release ## Print the figures beside their floors
	@$(BENCH)
	@"$$($(BENCH) --show-bin-path)/essential-feed-bench"

spec: setup-test ## Run the tests and write docs/spec-report.md
	@Scripts/test.sh --spec-report

coverage: setup-test ## Run the tests and print line coverage by room
	@Scripts/test.sh --coverage

sanitize: setup-test ## Test core and store under Thread and Address Sanitizer
	@Scripts/sanitize.sh

lint: ## Check the style, strictly
	@swift format lint --strict --recursive --parallel Package.swift Sources Tests Benchmarks

install: release ## Install essential-feed below PREFIX
	@install -D "$$($(RELEASE) --show-bin-path)/essential-feed" "$(DESTDIR)$(PREFIX)/bin/essential-feed"
	@echo "Installed $(DESTDIR)$(PREFIX)/bin/essential-feed"

clean: ## Remove what was built
	@rm -rf .build .build-*
