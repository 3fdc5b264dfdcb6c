# To be sourced: what an installation consists of, below its prefix.
id=org.essentialfeed.EssentialFeed
programs=(essential-feed essential-feed-app)
# A program that people don't start, and its folder.
helper=essential-feed-decoder
helpers=libexec/essential-feed
metainfo=share/metainfo/$id.metainfo.xml
desktop_files=(
    share/applications/$id.desktop
    share/icons/hicolor/scalable/apps/$id.svg
    share/icons/hicolor/symbolic/apps/$id-symbolic.svg
)
demo=share/essential-feed/demo
# The licences of the libraries that are linked in.
notices=share/doc/essential-feed
# Files that name a program by its path. The session's bus starts the app from the first one; a person's service manager
# starts the server from the second, the system's from the third, with the folder of photos in its name.
bus_service=share/dbus-1/services/$id.service
services=(
    $bus_service
    lib/systemd/user/essential-feed.service
    lib/systemd/system/essential-feed@.service
)
# The commands have manuals of their own.
commands=(
    feed image comments sync cache cache-status cache-prune cache-clear
    serve invite people revoke hide show close reopen log backup restore
)
manuals=("${programs[@]}" "${commands[@]/#/${programs[0]}-}")
manuals=("${manuals[@]/%/.1}")
manuals=("${manuals[@]/#/share/man/man1/}")
# The app's command line is completed, too, for people who start it by hand. Of its packages, Debian's zsh reads another
# folder than of what is installed by hand.
zsh_folder=share/zsh/site-functions
[ "${later_prefix:-}" != /usr ] || zsh_folder=share/zsh/vendor-completions
completions_of() {
    echo "share/bash-completion/completions/$1" "$zsh_folder/_$1" "share/fish/vendor_completions.d/$1.fish"
}
