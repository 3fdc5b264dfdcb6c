#!/usr/bin/env bash
# Fuzzes the decoder under AddressSanitizer with bytes that libFuzzer derives from the tests' pictures, then the removal of
# metadata from animations, and then runs both programs against a server with wrong answers. Ends at the first finding, which
# is kept in .build-fuzz/found.
#   FUZZ_SECONDS   how long each part runs, in seconds (60)
#   FUZZ_SEED      the seed of all parts; without it, each run uses a different one
#   FUZZ_PARTS     some of "pictures", "cleaning" and "programs"; all is the default
set -euo pipefail
cd "$(dirname "$0")/.."

seconds="${FUZZ_SECONDS:-60}"
seed="${FUZZ_SEED:-$RANDOM}"
parts="${FUZZ_PARTS:-pictures cleaning programs}"
build="$PWD/.build-fuzz"
corpus="$build/corpus"
found="$build/found"
mkdir -p "$corpus" "$found"
echo "FUZZ_SEED=$seed"

build_pictures() {
    local packages=(gdk-pixbuf-2.0 gio-2.0 libjpeg lcms2 libwebp libheif) flags options objects=()
    read -ra flags <<<"$(pkg-config --cflags "${packages[@]}")"
    for source in Sources/C/CImageDecoding/*.c; do
        objects+=("$build/$(basename "$source" .c).o")
        clang -g -O1 -fsanitize=address,fuzzer-no-link "${flags[@]}" -ISources/C/CImageDecoding/include -c "$source" \
            -o "${objects[-1]}"
    done
    mkdir -p "$build/CImageDecoding"
    printf 'module CImageDecoding { umbrella "%s" export * }\n' "$PWD/Sources/C/CImageDecoding/include" \
        >"$build/CImageDecoding/module.modulemap"
    options=(-g -O -wmo -swift-version 6 -parse-as-library -package-name essential_feed
        -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility
        -enable-upcoming-feature InternalImportsByDefault -sanitize=fuzzer,address -assert-config Release
        -I Sources/C/CGdkPixbuf -I "$build/CImageDecoding" -I "$build")
    for flag in "${flags[@]}"; do options+=(-Xcc "$flag"); done
    for module in ImageFormats ImageDecoding; do
        find "Sources/$module" -name '*.swift' -print0 | xargs -0 swiftc "${options[@]}" -module-name "$module" \
            -emit-module -emit-module-path "$build/$module.swiftmodule" -c -o "$build/$module.o"
        objects+=("$build/$module.o")
    done
    swiftc "${options[@]}" -module-name PictureFuzzer Tests/Fuzz/PictureFuzzer.swift "${objects[@]}" \
        -ldl -lm $(pkg-config --libs "${packages[@]}") -o "$build/picture-fuzzer" 2>&1 |
        grep -v 'Cannot export local symbol' || true
    [ -x "$build/picture-fuzzer" ]
}

fuzz_pictures() {
    mkdir -p "$build/hostile"
    for file in Tests/HostilePictures/*.gz; do gzip -dc "$file" >"$build/hostile/$(basename "$file" .gz)"; done
    # A critical message of GLib ends the run like a crash. The backtrace is the sanitizer's.
    G_DEBUG=fatal-criticals SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1 \
        "$build/picture-fuzzer" -seed="$seed" -max_total_time="$seconds" -timeout=30 -rss_limit_mb=2048 \
        -max_len=100000 -malloc_limit_mb=200 -dict=Tests/Fuzz/pictures.dict -print_final_stats=1 -verbosity=0 \
        -artifact_prefix="$found/" "$corpus" Tests/Pictures Tests/IncompletePictures "$build/hostile"
}

build_cleaning() {
    local debug objects=(-Xlinker "$build/ImageFormats.o" -Xlinker "$build/EssentialFeed.o") options
    options=(-g -O -wmo -swift-version 6 -parse-as-library -package-name essential_feed
        -enable-upcoming-feature ExistentialAny -enable-upcoming-feature MemberImportVisibility
        -enable-upcoming-feature InternalImportsByDefault -sanitize=fuzzer,address -assert-config Release -I "$build")
    find Sources/ImageFormats -name '*.swift' -print0 | xargs -0 swiftc "${options[@]}" -module-name ImageFormats \
        -emit-module -emit-module-path "$build/ImageFormats.swiftmodule" -c -o "$build/ImageFormats.o"
    # Of the core, the readers need this one file; of packages, Crypto, which isn't fuzzed.
    swiftc "${options[@]}" -module-name EssentialFeed -emit-module -emit-module-path "$build/EssentialFeed.swiftmodule" \
        -c -o "$build/EssentialFeed.o" Sources/EssentialFeed/Shared/Hexadecimal.swift
    swift build --product essential-feed
    debug="$(swift build --show-bin-path)"
    for module in Crypto CryptoBoringWrapper CCryptoBoringSSL CCryptoBoringSSLShims CXKCP CXKCPShims; do
        while read -r object; do objects+=(-Xlinker "$object"); done < <(find "$debug/$module.build" -name '*.o')
    done
    swiftc "${options[@]}" -I "$debug/Modules" -module-name CleaningFuzzer \
        -emit-module-path "$build/CleaningFuzzer.swiftmodule" \
        -emit-executable Tests/Fuzz/CleaningFuzzer.swift Server/Sources/EssentialFeedServer/Metadata/*.swift \
        "${objects[@]}" -o "$build/cleaning-fuzzer" 2>&1 | grep -v 'Cannot export local symbol' || true
    [ -x "$build/cleaning-fuzzer" ]
}

fuzz_cleaning() {
    mkdir -p "$build/cleaning"
    # LeakSanitizer reports Swift's constants as leaks, so it is off.
    SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=0 "$build/cleaning-fuzzer" -seed="$seed" -max_total_time="$seconds" -timeout=10 \
        -rss_limit_mb=2048 -max_len=30000 -malloc_limit_mb=200 -dict=Tests/Fuzz/pictures.dict -print_final_stats=1 \
        -verbosity=0 -artifact_prefix="$found/" "$build/cleaning" Tests/PrivatePictures Tests/Pictures
}

for part in $parts; do
    case "$part" in
    pictures)
        echo "Building the decoder for the fuzzer."
        rm -f "$build/picture-fuzzer"
        build_pictures
        fuzz_pictures
        ;;
    cleaning)
        echo "Building the cleaning of animations for the fuzzer."
        rm -f "$build/cleaning-fuzzer"
        build_cleaning
        fuzz_cleaning
        ;;
    programs)
        swift build
        Scripts/fuzz-programs.py "$(swift build --show-bin-path)" --seconds "$seconds" --seed "$seed" --found "$found"
        ;;
    *) echo "unknown part $part" >&2 && exit 64 ;;
    esac
done
