#!/usr/bin/env bash
# Apache 2.4.71 as a proxy (mod_proxy_http) turns a backend's early refusal into an error of its own.
#
# A client sends `Expect: 100-continue` and waits with its body. The backend answers the head with a final status, 401, as
# RFC 9110, 10.1.1, permits. If the answer ends the connection (`Connection: close`), Apache passes the 401 on. If the
# answer keeps the connection, the client gets 500, and the log says that the body was shorter than announced (AH01086).
#
# Needs apt-get, dpkg-deb and python3. Exits with 1 if the behaviour is another one.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
chmod 755 .
apt-get download -q apache2-bin=2.4.71-1~deb12u1 libapr1=1.7.2-3+deb12u1 libaprutil1=1.6.3-1 >/dev/null
for package in ./*.deb; do dpkg-deb -x "$package" root; done
export LD_LIBRARY_PATH="$folder/root/usr/lib/x86_64-linux-gnu"
"$folder/root/usr/sbin/apache2" -v | head -n 1

cat >try.py <<'END'
import pathlib, socket, socketserver, subprocess, sys, threading, time

folder = pathlib.Path(sys.argv[1])

def free_port():
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]

def refusing(field):
    class Handler(socketserver.StreamRequestHandler):
        def handle(self):
            while self.rfile.readline():
                length = 0
                while (line := self.rfile.readline().strip()):
                    name, _, value = line.decode().partition(":")
                    if name.lower() == "content-length":
                        length = int(value)
                self.wfile.write(b"HTTP/1.1 401 Unauthorized\r\nContent-Length: 2\r\n" + field + b"\r\nno")
                if field:
                    return
                # A connection that is kept has the body, or nothing, next.
                self.rfile.read(length)
    server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server

def status(field):
    backend, port = refusing(field), free_port()
    modules = folder / "root/usr/lib/apache2/modules"
    names = ["mpm_event", "authz_core", "proxy", "proxy_http"]
    loads = "\n".join(f"LoadModule {name}_module {modules}/mod_{name}.so" for name in names)
    (folder / "conf").write_text(f"""
ServerRoot {folder}
PidFile {folder}/pid
ErrorLog {folder}/errors
ServerName localhost
User nobody
Group nogroup
Listen 127.0.0.1:{port}
{loads}
ProxyPass / http://127.0.0.1:{backend.server_address[1]}/
""")
    apache = subprocess.Popen([folder / "root/usr/sbin/apache2", "-X", "-f", folder / "conf"])
    try:
        while True:
            try:
                client = socket.create_connection(("127.0.0.1", port))
                break
            except ConnectionRefusedError:
                if apache.poll() is not None:
                    sys.exit("Apache didn't start")
                time.sleep(0.05)
        client.settimeout(60)
        client.sendall(b"PUT /x HTTP/1.1\r\nHost: localhost\r\nContent-Length: 744\r\nExpect: 100-continue\r\n\r\n")
        return int(client.makefile("rb").readline().split()[1])
    finally:
        apache.terminate()
        apache.wait()
        backend.shutdown()

closed, kept = status(b"Connection: close\r\n"), status(b"")
log = (folder / "errors").read_text()
print(f"backend closes the connection: {closed}; backend keeps it: {kept}; AH01086 in the log: {'AH01086' in log}")
sys.exit(0 if (closed, kept) == (401, 500) and "AH01086" in log else 1)
END
python3 try.py "$folder"
