# SPDX-License-Identifier: MIT
# ctest: serial
"""vpsfit sample --via docker-api: a container engine is asked over its socket, and answers in odd ways."""
import http.server
import json
import os
import shutil
import socketserver
import threading
import time
import unittest

import sample_test
from vpsfit_test import SOURCE_DIR, environment

WEB, DB = "a" * 64, "b" * 64


class Engine(socketserver.ThreadingMixIn, socketserver.UnixStreamServer):
    """An engine with two containers; web burns half a core by its own account. `odd` changes what it says."""
    daemon_threads = True

    def __init__(self, path):
        self.odd, self.asked, self.began = "", [], time.monotonic()
        super().__init__(str(path), Handler)
        threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True).start()

    def stats(self):
        nanoseconds = int((time.monotonic() - self.began) * 0.5e9) + 7_000_000_000
        return {"read": "2026-01-01T00:00:00Z", "pids_stats": {"current": 2},
                "cpu_stats": {"cpu_usage": {"total_usage": nanoseconds}, "system_cpu_usage": 1, "online_cpus": 64},
                "memory_stats": {"usage": 50_000_000, "limit": 10 ** 10, "stats": {"anon": 40_000_000, "inactive_file": 5}}}


class Handler(http.server.BaseHTTPRequestHandler):
    def address_string(self):
        return "socket"

    def log_message(self, *_):
        pass

    def do_GET(self):
        engine, odd = self.server, self.server.odd
        engine.asked.append(self.path)
        if self.path.startswith("/containers/json"):
            return self.answer(200, [{"Id": WEB, "Names": ["/shop/web", "/web"], "Labels": {"tier": "front"}, "State": "running"},
                                     {"Id": DB, "Names": ["/db"], "Labels": {}, "State": "running"},
                                     {"Id": "c" * 64, "Names": ["/old"], "State": "exited"}])
        if odd == "slow":
            time.sleep(0.6)
        if odd == "404":
            return self.answer(404, {"message": "No such container: \x1b[2J"})
        if odd == "500":
            return self.answer(500, {"message": "engine trouble"})
        if odd == "old version":
            return self.answer(400, {"message": "client version 1.12 is too old. Minimum supported API version is 1.24"})
        if odd == "ended":
            return self.answer(200, {"read": "0001-01-01T00:00:00Z", "cpu_stats": {"cpu_usage": {"total_usage": 0}}})
        text = json.dumps(engine.stats()).encode()
        if odd == "torn":
            return self.send(200, text, len(text) // 2)
        if odd == "huge":
            return self.send(200, text + b" " * (65 << 20), None)
        return self.send(200, text, None)

    def answer(self, status, value):
        self.send(status, json.dumps(value).encode(), None)

    def send(self, status, text, cut):
        try:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text[:cut])
        except OSError:
            pass  # the asker had enough


class Engines(sample_test.TestCase):
    def setUp(self):
        super().setUp()
        self.path = self.folder / "engine.sock"
        self.engine = Engine(self.path)
        self.addCleanup(self.engine.server_close)
        self.addCleanup(self.engine.shutdown)
        self.environment = environment() | {"DOCKER_HOST": f"unix://{self.path}"}

    def sample(self, *words, status=0):
        return self.vpsfit("sample", "--out", "run.db", "--via", "docker-api", *words, status=status, env=self.environment)

    def test_a_container_is_found_by_name_and_marked_as_second_rate(self):
        done = self.sample("--interval", "200ms", "--window", "load=2s", "docker:web")
        self.assertIn("second-rate", done.stderr)
        run = self.run_row()
        self.assertEqual((run["subject_name"], run["source"], run["target"]), ("web", "docker_api", f"docker:{WEB}"))
        shown = json.loads(self.vpsfit("show", "run.db", "--json").stdout)["runs"][0]
        self.assertEqual(shown["source"], "docker_api")
        self.assertIsNone(shown["memory_peak_bytes"])
        self.assertEqual(shown["memory_max_bytes"], 50_000_000)
        self.assertIn("engine_source", [notice["code"] for notice in shown["notices"]])
        self.assertAlmostEqual(float(shown["windows"][0]["cpu_cores"]), 0.5, delta=0.03)
        self.assertIn("second-rate", self.vpsfit("show", "run.db").stdout)

    def test_a_forecast_and_its_page_say_that_the_figures_are_second_rate(self):
        shutil.copy(SOURCE_DIR / "examples/spine-study/catalog.json", self.folder)
        self.sample("--interval", "200ms", "--window", "load=1s", "web")
        ask = ("forecast", "run.db", "--plans", "catalog.json", "--as-of", "2026-11-02", "--alone")
        self.vpsfit(*ask, "--json", "--output", "forecast.json", status=None)
        document = json.loads((self.folder / "forecast.json").read_text(encoding="utf-8"))
        self.assert_valid(document, "forecast")
        subject = document["subjects"][0]
        self.assertEqual(subject["usage"]["origin"], "docker_api")
        self.assertIn("engine_source", [notice["code"] for notice in subject["notices"]])
        self.assertIn("its figures are second-rate", " ".join(self.vpsfit(*ask, status=None).stdout.split()))
        self.assertIn("(docker_api)", self.vpsfit("explain", "forecast.json", "web").stdout)
        self.vpsfit("report", "forecast.json", "--out", "site")
        page = (self.folder / "site/en/index.html").read_text(encoding="utf-8")
        self.assertIn("container engine, at second hand", page)
        self.assertIn("second-rate", page)

    def test_aliases_labels_and_all(self):
        self.sample("--interval", "200ms", "--for", "600ms", "shop/web", status=None)
        self.sample("--interval", "200ms", "--for", "600ms", "docker:label=tier=front", status=None)
        self.sample("--interval", "200ms", "--for", "600ms", "all", "--exclude", "web", status=None)
        names = [row["name"] for row in self.rows("SELECT s.name FROM runs r JOIN subjects s ON s.id = r.subject ORDER BY r.id")]
        self.assertEqual(names, ["web", "web", "db"])

    def test_what_cannot_be_asked_is_refused_with_the_reason(self):
        self.assert_complaint(self.sample("docker:old", status=1), "does not run")
        self.assert_complaint(self.sample("docker:nope", status=1), "nope")
        self.assert_complaint(self.sample("cgroup:/x", status=2), "--via")
        self.assert_complaint(self.sample("--follow", "web", status=2), "--via")
        self.assert_complaint(self.vpsfit("sample", "--out", "x.db", "--via", "magic", "web", status=2), "magic")

    def test_odd_answers_before_the_first_reading_are_complaints(self):
        for odd, word in (("404", "404"), ("500", "engine trouble"), ("old version", "too old"), ("ended", "does not run"),
                          ("torn", "engine.sock"), ("huge", "engine.sock")):
            with self.subTest(odd):
                self.engine.odd = odd
                done = self.sample("web", status=None)
                self.assertIn(done.status, (1, 2))
                self.assertIn(word, done.stderr)
                self.assertNotIn("\x1b", done.stderr)

    def later(self, odd):
        sampler = self.start("sample", "--out", "run.db", "--via", "docker-api", "--interval", "200ms", "--window", "load=3s",
                             "web", "db", env=self.environment)
        self.wait_for_ticks(3)
        self.engine.odd = odd
        return self.finish(sampler)

    def test_an_engine_that_slows_down_or_stammers_leaves_gaps_and_delays_no_tick(self):
        for odd in ("slow", "torn", "500"):
            with self.subTest(odd):
                (self.folder / "run.db").unlink(missing_ok=True)
                done = self.later(odd)
                self.assertEqual(done.status, 4, done)
                late = self.rows("SELECT max(late_ns) AS late, max(took_ns) AS took FROM ticks WHERE late_ns > 0")[0]
                self.assertLess(late["took"], 100_000_000)
                values = [row["usage_usec"] for row in self.rows("SELECT usage_usec FROM readings WHERE run = 1 ORDER BY tick")]
                self.assertIn(None, values)
                known = [value for value in values if value is not None]
                self.assertEqual(len(known), len(set(known)), "an old answer was taken for a new one")
                self.engine.odd = ""

    def test_a_container_that_ends_and_an_engine_that_goes_are_told_apart(self):
        self.assertEqual(self.later("ended").status, 4)
        self.assertIn("target_exited", self.notices())
        self.engine.odd = ""
        (self.folder / "run.db").unlink()
        sampler = self.start("sample", "--out", "run.db", "--via", "docker-api", "--interval", "200ms", "--window", "load=30s", "web",
                             env=self.environment)
        self.wait_for_ticks(3)
        os.unlink(self.path)
        self.engine.shutdown()
        self.engine.server_close()
        self.assertEqual(self.finish(sampler).status, 4)
        self.assertIn("engine_gone", self.notices())


if __name__ == "__main__":
    unittest.main()
