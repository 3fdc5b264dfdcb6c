# To be sourced: what an installation consists of, below its prefix.
id=org.essentialfeed.EssentialFeed
programs=(essential-feed essential-feed-app)
# A program that people don't start, and its folder.
helper=essential-feed-decoder
helpers=libexec/essential-feed
desktop_files=(
    share/applications/$id.desktop
    share/metainfo/$id.metainfo.xml
    share/icons/hicolor/scalable/apps/$id.svg
)
demo=share/essential-feed/demo
# The system's service manager starts the server from this, with the folder of photos in its name.
service=lib/systemd/system/essential-feed@.service
