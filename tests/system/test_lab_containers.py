# SPDX-License-Identifier: MIT
# ctest: serial
# ctest: timeout=600
"""vpsfit lab with containers: an engine that speaks Docker's words over a socket and runs each container as a process
in a real control group of its own."""
import http.server
import json
import os
import shutil
import signal
import socketserver
import struct
import subprocess
import threading
import unittest
import urllib.parse

import sample_test
import test_lab
from vpsfit_test import environment, needs_program, needs_root

IMAGE = "sha256:" + "e" * 64


class Box:
    """A container: made, started, ended, removed."""

    def __init__(self, name, order, path):
        self.id = os.urandom(32).hex()
        self.name, self.order, self.process = name, order, None
        self.group = sample_test.Group.__new__(sample_test.Group)
        self.group.path = f"{path}/{self.id}"
        names = sample_test.HIERARCHIES if "memory" in sample_test.HIERARCHIES else ("v2",)
        self.group.folders = sorted({sample_test.HIERARCHIES[n] / self.group.path[1:] for n in names})
        self.log = b""

    def start(self, folder, no_limits):
        for one in self.group.folders:
            one.mkdir(parents=True, exist_ok=True)
        memory = self.order["HostConfig"].get("Memory")
        if memory and not no_limits:
            for one in self.group.folders:
                for name in ("memory.limit_in_bytes", "memory.max"):
                    if (one / name).exists():
                        (one / name).write_text(str(memory), encoding="ascii")
        cpus = self.order["HostConfig"].get("CpusetCpus")

        def enter():
            self.group.enter()
            if cpus:
                os.sched_setaffinity(0, [int(c) for c in cpus.split(",")])
            os.setsid()
        values = dict(entry.split("=", 1) for entry in self.order["Env"])
        self.process = subprocess.Popen(self.order["Cmd"], cwd=folder, preexec_fn=enter, env=environment() | values,
                                        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        threading.Thread(target=self.wait, daemon=True).start()

    def wait(self):
        self.log = self.process.stdout.read()
        self.process.wait()
        for one in self.group.folders:
            try:
                one.rmdir()
            except OSError:
                pass

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def state(self, oom):
        runs = self.process is not None and self.process.poll() is None
        code = 0 if runs or self.process is None else self.process.returncode
        return {"Id": self.id, "RestartCount": 0,
                "State": {"Running": runs, "Pid": self.process.pid if runs else 0,
                          "ExitCode": 128 - code if code < 0 else code, "OOMKilled": oom and not runs}}


class Engine(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    daemon_threads = True

    def __init__(self, path, folder):
        self.folder, self.boxes, self.orders, self.asked, self.odd = folder, {}, [], [], ""
        super().__init__(str(path), Handler)
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def address_string(self):
        return "socket"

    def log_message(self, *_):
        pass

    def answer(self, status, value=b""):
        text = value if isinstance(value, bytes) else json.dumps(value).encode()
        self.send_response(status)
        if status != 204:
            self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def handle_any(self):
        engine = self.server
        url = urllib.parse.urlsplit(self.path)
        words = url.path.strip("/").split("/")
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        engine.asked.append(f"{self.command} /{words[0]}/{words[-1] if len(words) > 1 else ''}")
        if words[0] == "images":
            known = urllib.parse.unquote(words[1]) == "box:1"
            return self.answer(200, {"Id": IMAGE}) if known else self.answer(404, {"message": "No such image"})
        if words[1] == "json":
            return self.answer(200, [{"Id": b.id, "Names": ["/" + b.name], "Labels": b.order["Labels"], "State": "running"}
                                     for b in engine.boxes.values()])
        if words[1] == "create":
            if engine.odd == "create":
                return self.answer(500, {"message": "no space \x1b[2J left"})
            box = Box(urllib.parse.parse_qs(url.query)["name"][0], json.loads(body), "/docker")
            engine.boxes[box.id] = box
            engine.orders.append(box.order)
            return self.answer(201, {"Id": box.id, "Warnings": []})
        box = engine.boxes[words[1]]
        if self.command == "DELETE":
            box.stop()
            for one in box.group.folders:
                if one.exists():
                    one.rmdir()
            return self.answer(204) if engine.boxes.pop(box.id) else None
        if words[2] == "start":
            box.start(engine.folder, engine.odd == "no limits")
            return self.answer(204)
        if words[2] == "stop":
            box.stop()
            return self.answer(204)
        if words[2] == "logs":
            box.stop()
            return self.answer(200, struct.pack(">BxxxL", 1, len(box.log)) + box.log)
        return self.answer(200, box.state(engine.odd == "oom"))

    do_GET = do_POST = do_DELETE = handle_any


@needs_root
@needs_program("node")
@needs_program("wrk")
class Containers(test_lab.Lab):
    def setUp(self):
        super().setUp()
        path = self.folder / "engine.sock"
        self.engine = Engine(path, self.folder)
        self.addCleanup(self.engine.server_close)
        self.addCleanup(self.engine.shutdown)
        self.addCleanup(lambda: [box.stop() for box in list(self.engine.boxes.values())])
        self.environment = environment() | {"DOCKER_HOST": f"unix://{path}"}
        self.port = test_lab.free_port()

    def plan(self, script="server.mjs", image="box:1", limits='memory = "256MiB"\n', **more):
        subject = test_lab.subject("a", [shutil.which("node"), script], self.port) + f'image = "{image}"\nengine = "docker"\n'
        self.experiment(subject, limits=limits, **more)

    def lab(self, word="run", status=None):
        return self.vpsfit("lab", word, "x.toml", status=status, env=self.environment, timeout=120)

    def assert_all_gone(self):
        self.assertEqual(self.engine.boxes, {})
        self.assert_nothing_left(self.port)

    def test_a_container_is_made_measured_and_removed(self):
        self.plan(limits='memory = "256MiB"\nswap = 0\n')
        done = self.lab()
        self.assertIn(done.status, (0, 4), done)
        self.assert_all_gone()
        order = self.engine.orders[0]
        self.assertEqual((order["Image"], order["Labels"]), ("box:1", {"vpsfit.lab": "a"}))
        self.assertEqual(order["HostConfig"], {"NetworkMode": "host", "RestartPolicy": {"Name": "no"}, "CpusetCpus": "0",
                                               "Memory": 256 * 2**20, "MemorySwap": 256 * 2**20})
        self.assertFalse([a for a in self.engine.asked if a.startswith("POST /images")], "something was pulled")
        ((target, path, memory, cpus, completed),) = self.query(
            "SELECT r.target, r.group_path, r.limit_memory_bytes, r.limit_cpuset_cpus, l.completed FROM runs r "
            "JOIN load_results l ON l.run = r.id")
        self.assertTrue(target.startswith("docker:") and path.startswith("/docker/"), (target, path))
        self.assertEqual((memory, cpus), (256 * 2**20, 1))
        self.assertGreater(completed, 0)
        self.assertTrue((self.folder / "x/raw/a-sat-1/server.log").exists())

    def test_an_image_that_is_not_there_is_named_before_anything_starts(self):
        self.plan(image="other:2")
        for word in ("check", "run"):
            self.assert_complaint(self.lab(word, status=1), "docker pull other:2")
        self.assertEqual(self.engine.orders, [])

    def test_an_engine_that_cannot_make_it_fails_the_run(self):
        self.engine.odd = "create"
        self.plan()
        done = self.lab(status=3)
        self.assertIn("no space", done.stderr)
        self.assertNotIn("\x1b", done.stderr)

    def test_limits_that_the_engine_did_not_set_are_noticed(self):
        self.engine.odd = "no limits"
        self.plan()
        done = self.lab(status=3)
        self.assertIn("268435456 bytes of memory were asked for", done.stderr)
        self.assert_all_gone()

    def test_a_container_that_ends_at_once_tells_what_it_printed(self):
        self.write("dying.mjs", "console.log('no database'); process.exit(7);")
        self.plan("dying.mjs")
        done = self.lab(status=3)
        self.assertIn("server_died", done.stderr)
        self.assert_all_gone()

    def test_a_container_that_dies_under_load_ends_in_its_flag(self):
        self.write("dying.mjs", test_lab.SERVER + "\nsetTimeout(() => process.exit(7), 2500);\n")
        self.plan("dying.mjs", window="8s")
        done = self.lab(status=3)
        self.assertIn("server_died", done.stderr)
        self.assert_all_gone()

    def test_a_container_that_the_engine_says_was_killed_for_memory_ends_in_its_flag(self):
        self.engine.odd = "oom"
        self.write("dying.mjs", test_lab.SERVER + "\nsetTimeout(() => process.kill(process.pid, 'SIGKILL'), 2500);\n")
        self.plan("dying.mjs", window="8s")
        done = self.lab(status=3)
        self.assertIn("failed oom", done.stderr)
        self.assert_all_gone()

    def test_a_container_of_a_lab_that_was_killed_is_removed_by_the_next(self):
        self.plan(window="3s")
        process = self.start("lab", "run", "x.toml", env=self.environment)
        journal = self.folder / "x/journal.ndjson"
        self.wait_until(lambda: journal.exists() and '"measure"' in journal.read_text(encoding="utf-8"), "the load")
        process.kill()
        process.wait()
        self.assertEqual(len(self.engine.boxes), 1)
        resumed = self.lab("resume")
        self.assertIn(resumed.status, (0, 4), resumed)
        self.assert_all_gone()


if __name__ == "__main__":
    unittest.main()
