# SPDX-License-Identifier: MIT
"""A real nginx with TLS on this machine, that answers as vendors and the ECB do, or badly: slow, cut, huge, elsewhere."""
import http.server
import os
import pathlib
import shutil
import socket
import socketserver
import subprocess
import tempfile
import threading
import time

NGINX = shutil.which("nginx", path=os.environ["PATH"] + ":/usr/sbin:/sbin")
OPENSSL = shutil.which("openssl")

CONFIG = """
daemon off; worker_processes 1; pid {root}/nginx.pid; error_log {root}/error.log;
events {{ worker_connections 64; }}
http {{
  types {{ application/json json; text/csv csv; text/xml xml; application/zip zip; text/html html; }}
  log_format asked '$status $request_uri "$http_user_agent" "$http_if_none_match" "$http_authorization" "$http_accept"';
  access_log {root}/access.log asked;
  client_body_temp_path {root}/t1; proxy_temp_path {root}/t2; fastcgi_temp_path {root}/t3; uwsgi_temp_path {root}/t4; scgi_temp_path {root}/t5;
  map $uri $total {{ default ""; ~/servers 3; }}
  server {{
    listen 127.0.0.1:{port} ssl;
    ssl_certificate {root}/server.pem; ssl_certificate_key {root}/server.key;
    root {root}/www;
    add_header X-Total-Count $total;
    location / {{ try_files $uri$arg_cursor.page$arg_page.json $uri.page$arg_page.json $uri.json $uri =404; }}
    location /moved/ {{ rewrite ^/moved(/.*)$ https://127.0.0.1:{port}$1 redirect; }}
    location /elsewhere/ {{ rewrite ^/elsewhere(/.*)$ https://localhost:{port}$1 redirect; }}
    location /plain/ {{ return 302 http://127.0.0.1:{port}/; }}
    location /circle/ {{ return 302 https://127.0.0.1:{port}$request_uri; }}
    location /file/ {{ return 302 file:///etc/passwd; }}
    location /slow/ {{ rewrite ^/slow(/.*)$ $1 break; limit_rate 64; try_files $uri.json =404; }}
    location /refused/ {{ return 403; }}
    location /challenge/ {{ default_type text/html; return 200 "<!DOCTYPE html><html><title>Request Rejected</title></html>"; }}
    location /empty/ {{ default_type text/csv; return 200 ""; }}
    location /odd/ {{ proxy_pass http://127.0.0.1:{odd}; proxy_http_version 1.1; proxy_buffering off; }}
  }}
}}
"""


class Odd(http.server.BaseHTTPRequestHandler):
    """Answers that no good server gives, behind the nginx."""
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        kind = self.path.split("/")[2]
        seen = self.server.seen[self.path] = self.server.seen.get(self.path, 0) + 1
        if kind == "cut":  # promises more than it sends
            self.begin(200, {"Content-Length": "1000", "Content-Type": "application/json"}, b'{"data": [')
            self.close_connection = True
        elif kind == "flaky" and seen < 3:
            self.begin(503, {"Content-Length": "0"}, b"")
        elif kind == "busy" and seen < 2:
            self.begin(429, {"Content-Length": "0", "Retry-After": "1"}, b"")
        elif kind == "long-wait":
            self.begin(429, {"Content-Length": "0", "Retry-After": "3600"}, b"")
        elif kind == "huge":  # never ends
            self.begin(200, {"Content-Type": "application/json", "Connection": "close"}, b"[")
            try:
                while True:
                    self.wfile.write(b" " * 65536)
            except OSError:
                self.close_connection = True
        elif kind == "bomb":  # 200 MiB in 200 kB
            import gzip
            body = gzip.compress(b" " * (200 << 20))
            self.begin(200, {"Content-Length": str(len(body)), "Content-Type": "application/json", "Content-Encoding": "gzip"}, body)
        else:
            file = self.server.www / (self.path.split("/", 3)[3].split("?")[0] + ".json")
            body = file.read_bytes()
            self.begin(200, {"Content-Length": str(len(body)), "Content-Type": "application/json"}, body)

    def begin(self, status, headers, body):
        self.send_response_only(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


class Server(socketserver.ThreadingMixIn, http.server.HTTPServer):
    daemon_threads = True

    def handle_error(self, *_):
        pass


def _free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _run(*words):
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


class Web:
    """Starts on entering, ends on leaving. `url` is its address, `ca` the authority to trust, `www` the folder served."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(prefix="vpsfit-web-")
        self.root = pathlib.Path(self.folder.name)
        self.root.chmod(0o755)
        self.www = self.root / "www"
        self.www.mkdir()
        self._certificates()
        self.odd = Server(("127.0.0.1", 0), Odd)
        self.odd.www, self.odd.seen = self.www, {}
        threading.Thread(target=self.odd.serve_forever, daemon=True).start()
        for _ in range(5):
            port = _free_port()
            (self.root / "nginx.conf").write_text(CONFIG.format(root=self.root, port=port, odd=self.odd.server_address[1]))
            with open(self.root / "stderr", "w", encoding="utf-8") as said:
                self.process = subprocess.Popen([NGINX, "-p", self.root, "-c", self.root / "nginx.conf", "-e", self.root / "error.log"],
                                                stderr=said)
            if self._answers(port):
                self.url = f"https://127.0.0.1:{port}"
                return self
        raise RuntimeError("nginx does not start: " + (self.root / "stderr").read_text())

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()
        self.odd.shutdown()
        self.odd.server_close()
        self.folder.cleanup()

    def _answers(self, port):
        for _ in range(100):
            if self.process.poll() is not None:
                return False
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                return True
            except OSError:
                time.sleep(0.05)
        return False

    def _certificates(self):
        self.ca = self.root / "ca.pem"
        _run(OPENSSL, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", self.root / "ca.key",
             "-out", self.ca, "-days", "2", "-subj", "/CN=a test's authority")
        _run(OPENSSL, "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", self.root / "server.key",
             "-out", self.root / "server.csr", "-subj", "/CN=127.0.0.1")
        (self.root / "names").write_text("subjectAltName=IP:127.0.0.1,DNS:localhost\n")
        _run(OPENSSL, "x509", "-req", "-in", self.root / "server.csr", "-CA", self.ca, "-CAkey", self.root / "ca.key", "-CAcreateserial",
             "-days", "2", "-extfile", self.root / "names", "-out", self.root / "server.pem")

    def serve(self, path, content):
        """Puts a file where path leads; content: text or bytes."""
        file = self.www / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())

    def asked(self):
        """Lines 'STATUS PATH "agent" "if-none-match" "authorization" "accept"' of what was asked so far."""
        log = self.root / "access.log"
        return log.read_text().splitlines() if log.exists() else []

    def forget(self):
        self.odd.seen.clear()
        (self.root / "access.log").write_text("")
