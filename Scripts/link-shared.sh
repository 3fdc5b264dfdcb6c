#!/usr/bin/env bash
# Links the programs again, from the objects of the release build, with one library of what they share: Swift's runtime
# and the code that is in both, without what neither uses. docs/architecture.md has the figures.
#   link-shared.sh BUILD_FOLDER RESULT_FOLDER LIBRARY_FOLDER
# LIBRARY_FOLDER is where the library is in the end, below the prefix. LDFLAGS are more options for the linker.
set -euo pipefail
cd "$(dirname "$0")/.."
build="$1" result="$2" library_folder="$3"
library=libessential-feed.so
programs=(essential-feed essential-feed-app essential-feed-decoder)
# The libraries of the build, by pkg-config's names; Package.swift has them, too.
app_needs=(libadwaita-1)
decoder_needs=(gdk-pixbuf-2.0 gio-2.0 lcms2 libheif libjpeg libwebp)
toolchain="$(dirname "$(readlink -f "$(command -v swiftc)")")"
runtime="$toolchain/../lib/swift_static/linux"
runtime_start="$runtime/$(uname -m)/swiftrt.o"
runtime_libraries=(
    Foundation CoreFoundation _FoundationCShims FoundationInternationalization _FoundationICU FoundationEssentials
    _FoundationCollections swiftDispatch swiftSynchronization swift_RegexParser swift_StringProcessing
    swift_Concurrency swift_Builtin_float swiftGlibc swiftSwiftOnoneSupport swiftCore dispatch BlocksRuntime
)
# Swift finds its metadata by section name; nothing else refers to these sections. Packed relocations take a hundredth
# of the space, and Debian 12's loader supports them.
link=("$toolchain/clang" -fuse-ld=lld -Wl,--gc-sections -Wl,-z,nostart-stop-gc -Wl,-z,pack-relative-relocs
    -Wl,-z,relro -Wl,-z,now -Wl,-z,defs -Wl,-O2 -Wl,--icf=safe -Wl,--hash-style=gnu -Wl,--build-id -Wl,--strip-all
    -Wl,--as-needed ${LDFLAGS:-})
mkdir -p "$result"

# Lists the objects of each program, then those shared by the first two, then each one's own.
for program in "${programs[@]}"; do
    tr -d "'" <"$build/$program.product/Objects.LinkFileList" | sort >"$result/$program.objects"
done
comm -12 "$result/essential-feed.objects" "$result/essential-feed-app.objects" >"$result/shared.objects"
for program in "${programs[@]}"; do
    comm -23 "$result/$program.objects" "$result/shared.objects" >"$result/$program.own"
done

# These two functions of libdispatch, which join its main queue to GTK's loop, are hidden in its static library.
cat >"$result/shared.c" <<'C'
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *);
int essential_feed_main_queue_handle(void) { return _dispatch_get_main_queue_handle_4CF(); }
void essential_feed_main_queue_callback(void *message) { _dispatch_main_queue_callback_4CF(message); }
C
cat >"$result/app.c" <<'C'
int essential_feed_main_queue_handle(void);
void essential_feed_main_queue_callback(void *);
int _dispatch_get_main_queue_handle_4CF(void) { return essential_feed_main_queue_handle(); }
void _dispatch_main_queue_callback_4CF(void *message) { essential_feed_main_queue_callback(message); }
C
for part in shared app; do "$toolchain/clang" -O2 -fPIC -c "$result/$part.c" -o "$result/$part.o"; done
echo "$result/app.o" >>"$result/essential-feed-app.own"

# The library offers what the programs' own objects need, and everything else may be left out of it.
cat "$result"/*.own | xargs -d '\n' nm --undefined-only --no-demangle --portability "$runtime_start" |
    awk '$2 == "U" || $2 == "w" { print $1 }' | sort -u >"$result/needed"
{
    echo '{ global:' && sed 's/.*/"&";/' "$result/needed" && echo 'local: *; };'
} >"$result/exports"
quoted() { sed "s/.*/'&'/" "$1" >"$1.quoted" && echo "@$1.quoted"; }
sed 's/^/-Wl,--undefined=/' "$result/needed" >"$result/roots"
"${link[@]}" -shared -o "$result/$library" -Wl,-soname,$library -Wl,-Bsymbolic -Wl,--version-script="$result/exports" \
    -Wl,--undefined-version "$(quoted "$result/roots")" "$runtime_start" "$result/shared.o" -Wl,--start-group \
    "$(quoted "$result/shared.objects")" -L "$runtime" "${runtime_libraries[@]/#/-l}" -Wl,--end-group \
    -lsqlite3 -lz -lstdc++ -lm
# The compiler's module hashes, not read at run time, can't be compressed.
"$toolchain/llvm-objcopy" --remove-section=.swift_modhash --remove-section=.lldbsummaries "$result/$library"

for program in "${programs[@]}"; do
    case $program in
    essential-feed) folder=bin needs=() ;;
    essential-feed-app) folder=bin needs=($(pkg-config --libs "${app_needs[@]}")) ;;
    essential-feed-decoder) folder=libexec/essential-feed needs=($(pkg-config --libs "${decoder_needs[@]}")) ;;
    esac
    "${link[@]}" -pie -o "$result/$program" -Wl,--defsym,main="${program//-/_}_main" "$runtime_start" \
        "$(quoted "$result/$program.own")" "$result/$library" "${needs[@]}" -lm \
        -Wl,-rpath,'$ORIGIN'"/$(realpath -ms --relative-to="/$folder" "/$library_folder")"
done
