# SPDX-License-Identifier: MIT
# ctest: serial
# ctest: timeout=600
"""vpsfit lab: experiments from their file to the forecast; servers that die, generators that hang, signals."""
import hashlib
import json
import os
import pathlib
import shutil
import signal
import socket
import sqlite3
import unittest

import sample_test
from vpsfit_test import SOURCE_DIR, environment, needs_program, needs_root

SERVER = (SOURCE_DIR / "examples/servers/node-http.mjs").read_text(encoding="utf-8")
CONTRACT = '''
[[contract]]
name = "valid"
json = '{"id":7,"name":"abc","valid":true}'

[[contract]]
name = "invalid"
body = '{"id":0,"name":"abc"}'
status = 400
'''


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def is_listening(port):
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0


def subject(name, command, port):
    words = ", ".join(json.dumps(w) for w in command)
    return f'\n[[subject]]\nname = "{name}"\ncommand = [{words}]\nport = {port}\nenvironment = {{ PORT = "{port}" }}\n'


def load(name, mode, more):
    return f'\n[[load]]\nname = "{name}"\nmode = "{mode}"\n{more}\n'


SATURATED = load("sat", "saturated", "connections = 4")


class Lab(sample_test.TestCase):
    """One folder, one experiment file."""

    def setUp(self):
        super().setUp()
        self.write("server.mjs", SERVER)
        self.before = set(sample_test.left_behind())

    def experiment(self, subjects, loads=SATURATED, contract=CONTRACT, head="", warmup="", generator="", limits="",
                   window="1s"):
        return self.write("x.toml", f'''experiment = "x"
repetitions = 1
window = "{window}"
settle_max = "10ms"
{head}
[limits]
cpuset = "0"
{limits}
[generator]
cpuset = "1"
{generator}
[request]
method = "POST"
path = "/validate"
headers = {{ content-type = "application/json" }}
body = '{{"id":7,"name":"abc"}}'
{warmup}{contract}{loads}{subjects}''')

    def journal(self):
        text = (self.folder / "x/journal.ndjson").read_text(encoding="utf-8")
        return [json.loads(line) for line in text.splitlines()]

    def query(self, sql):
        with sqlite3.connect(f"file:{self.folder}/x/recording.db?mode=ro", uri=True) as database:
            return database.execute(sql).fetchall()

    def assert_nothing_left(self, port):
        self.assertEqual(set(sample_test.left_behind()) - self.before, set())
        self.assertFalse(is_listening(port), "the server still listens")


@needs_root
@needs_program("node")
@needs_program("wrk")
@needs_program("h2load")
class Campaigns(Lab):
    def test_from_the_file_to_the_forecast(self):
        port = free_port()
        loads = SATURATED + load("r200", "rate", "rate = 200\nconnections = 4\nmin_ratio = \"50%\"")
        # Five percent is more than a second on a shared machine keeps: the rule is tested elsewhere.
        self.experiment(subject("a", ["node", "server.mjs"], port) + subject("b", ["node", "server.mjs"], port), loads,
                        warmup='[warmup]\nload = "sat"\nwindow = "1s"\ncv_max = "90%"\nmin = "3s"\nmax = "6s"\n',
                        limits='memory = "512MiB"\n')
        with (self.folder / "x.toml").open("a", encoding="utf-8") as file:
            file.write('\n[forecast]\nload = "r200"\n')
        planned = self.vpsfit("lab", "check", "x.toml")
        self.assertIn("x: 4 runs", planned.stdout)
        self.assertIn("latency counts from: rebuilt", planned.stdout)
        done = self.vpsfit("lab", "run", "x.toml", status=None, timeout=300)
        self.assertIn(done.status, (0, 4), done)
        self.assertIn("4 runs done", done.stderr)
        self.assert_nothing_left(port)

        plan = json.loads((self.folder / "x/plan.json").read_text(encoding="utf-8"))
        self.assertEqual([r["id"] for r in plan["runs"]], ["a-sat-1", "a-r200-1", "b-sat-1", "b-r200-1"])
        states = [s["to"] for s in self.journal() if s["run"] == "a-r200-1"]
        self.assertEqual(states, ["settle", "start", "ready", "contract", "warmup", "measure", "contract-again", "drain", "stop",
                                  "done"])
        times = [s["mono_ns"] for s in self.journal()]
        self.assertEqual(times, sorted(times))

        # Sampled from before the start to after the stop: the run's own window holds all others.
        for run, start, end, limit, cpus in self.query(
                "SELECT r.name, min(e.at_ns), max(e.at_ns), r.limit_memory_bytes, r.limit_cpuset_cpus FROM runs r "
                "JOIN windows w ON w.run = r.id JOIN edges e ON e.window = w.id WHERE w.name != 'run' GROUP BY r.id"):
            self.assertLess(start, end, run)
            self.assertEqual((limit, cpus), (512 * 2**20, 1))
        self.assertEqual(self.query("SELECT count(*) FROM windows WHERE name = 'run'"), [(4,)])
        self.assertEqual(self.query("SELECT DISTINCT a.latency_origin FROM lab_loads a WHERE a.load = 'sat'"), [("actual_send",)])
        self.assertEqual(self.query("SELECT DISTINCT a.latency_origin FROM lab_loads a WHERE a.load = 'r200'"), [("rebuilt",)])
        # Four checks a run: two cases before, two after.
        self.assertEqual(self.query("SELECT DISTINCT contract_checks FROM lab_loads"), [(4,)])
        for total, completed, errors in self.query("SELECT h.total, l.completed, l.errors FROM load_results l "
                                                   "JOIN histograms h ON h.load_result = l.id"):
            self.assertGreater(completed, 0)
            self.assertEqual(total, completed + errors)
        self.assertGreaterEqual(self.query("SELECT count(*) FROM lab_warm_ups")[0][0], 4 * 3)
        # The server's own window had CPU, and the sampler little beside it.
        for own, elapsed in self.query("SELECT a.sampler_cpu_usec, l.end_ns - l.begin_ns FROM lab_loads a "
                                       "JOIN load_results l ON l.id = a.load_result"):
            self.assertLess(own, elapsed / 1000 / 10)

        forecast = self.vpsfit("forecast", "x/recording.db", "--plans", SOURCE_DIR / "plans/catalog/vpsgod.json",
                               "--baseline", "a", "--as-of", "2026-11-02", "--json", status=None)
        self.assertIn(forecast.status, (0, 3, 4), forecast)
        subjects = forecast.json["subjects"]
        self.assertEqual([s["subject"] for s in subjects], ["a", "b"])
        self.assertEqual(forecast.json["subjects"][0]["usage"]["runs"], 1)

        self.check_verified()
        again = self.vpsfit("lab", "run", "x.toml", status=2)
        self.assert_complaint(again, "resume")
        nothing = self.vpsfit("lab", "resume", "x.toml")
        self.assertIn("0 runs done", nothing.stderr)

    def check_verified(self):
        """Every raw file and every figure; then one of each is changed in a copy."""
        self.assertRegex(self.vpsfit("verify", "x").stdout, r"raw files are as they were; 4 load.* of 4 run.*every figure is right")
        hashed = dict(self.query("SELECT path, sha256 FROM lab_files"))
        for path, sha256 in hashed.items():
            self.assertEqual(hashlib.sha256((self.folder / "x" / path).read_bytes()).hexdigest(), sha256)
        self.assertEqual(set(hashed), {str(p.relative_to(self.folder / "x")) for p in (self.folder / "x/raw").rglob("*") if p.is_file()})
        shutil.copytree(self.folder / "x", self.folder / "copy")
        log = self.folder / "copy/raw/b-r200-1/load/h2load.tsv"
        whole = log.read_bytes()
        log.write_bytes(whole[:whole.rindex(b"\n", 0, -1) + 1])
        self.assert_complaint(self.vpsfit("verify", "copy", status=3), "b-r200-1/load/h2load.tsv", "changed")
        log.unlink()
        self.assert_complaint(self.vpsfit("verify", "copy", status=1), "b-r200-1/load/h2load.tsv", "missing")
        log.write_bytes(whole)
        self.vpsfit("verify", "copy")
        with sqlite3.connect(self.folder / "copy/recording.db") as database:
            database.execute("UPDATE load_results SET completed = completed + 1 WHERE id = 2")
        self.assert_complaint(self.vpsfit("verify", "copy", status=3), "good answers", "recorded is")

    def test_a_stopped_campaign_goes_on_with_the_runs_that_are_left(self):
        port = free_port()
        self.experiment(subject("a", ["node", "server.mjs"], port), window="3s",
                        loads=SATURATED + load("sat2", "saturated", "connections = 2"))
        process = self.start("lab", "run", "x.toml")
        journal = self.folder / "x/journal.ndjson"
        self.wait_until(lambda: journal.exists() and '"measure"' in journal.read_text(encoding="utf-8"), "the load")
        process.send_signal(signal.SIGINT)
        stopped = self.finish(process, timeout=60)
        self.assertEqual(stopped.status, 130, stopped)
        self.assert_nothing_left(port)
        self.assertEqual(self.query("SELECT count(*) FROM load_results"), [(0,)])
        self.assertEqual(self.query("SELECT count(*) FROM windows WHERE name IN ('load', 'run')"), [(0,)])
        resumed = self.vpsfit("lab", "resume", "x.toml", status=None, timeout=120)
        self.assertIn(resumed.status, (0, 4), resumed)
        self.assertEqual(self.query("SELECT r.name FROM load_results l JOIN runs r ON r.id = l.run ORDER BY l.id"),
                         [("sat-1-attempt2",), ("sat2-1",)])
        text = (self.folder / "x.toml").read_text(encoding="utf-8")
        self.write("x.toml", text + "\n# changed\n")
        self.assert_complaint(self.vpsfit("lab", "resume", "x.toml", status=2), "another experiment")

    def test_a_campaign_that_was_killed_leaves_nothing_running_and_goes_on(self):
        port = free_port()
        self.experiment(subject("a", ["node", "server.mjs"], port), window="3s")
        process = self.start("lab", "run", "x.toml")
        journal = self.folder / "x/journal.ndjson"
        self.wait_until(lambda: journal.exists() and '"measure"' in journal.read_text(encoding="utf-8"), "the load")
        process.kill()
        process.wait()
        self.wait_until(lambda: not is_listening(port), "the server's end")
        resumed = self.vpsfit("lab", "resume", "x.toml", status=None, timeout=120)
        self.assertIn(resumed.status, (0, 4), resumed)
        self.assertEqual(self.query("SELECT r.name FROM load_results l JOIN runs r ON r.id = l.run"), [("sat-1-attempt2",)])
        self.assert_nothing_left(port)

    def test_a_server_that_dies_under_load_ends_in_its_flag(self):
        port = free_port()
        self.write("dying.mjs", SERVER + "\nsetTimeout(() => process.exit(7), 1800);\n")
        self.experiment(subject("a", ["node", "dying.mjs"], port), window="6s")
        done = self.vpsfit("lab", "run", "x.toml", status=3)
        self.assertIn("server_died", done.stderr)
        self.assertEqual(self.journal()[-1]["to"], "failed")
        self.assert_nothing_left(port)
        self.assertEqual(self.query("SELECT command_status FROM runs"), [(7,)])
        self.assertEqual(self.query("SELECT count(*) FROM windows WHERE name = 'load'"), [(0,)])

    def test_a_server_that_needs_more_memory_than_it_may_is_killed_and_it_is_told(self):
        port = free_port()
        self.write("greedy.mjs", SERVER + "\nconst kept = [];\nsetTimeout(() => setInterval(() => kept.push(Buffer.alloc(2**23, 1)), 20), 1500);\n")
        self.experiment(subject("a", ["node", "greedy.mjs"], port), limits='memory = "128MiB"\nswap = 0\n',
                        window="8s")
        done = self.vpsfit("lab", "run", "x.toml", status=3)
        self.assertIn("failed oom", done.stderr)
        self.assertEqual(self.query("SELECT command_status FROM runs"), [(137,)])
        self.assert_nothing_left(port)

    def test_a_server_that_breaks_its_contract_gets_no_load(self):
        port = free_port()
        self.write("server.mjs", SERVER.replace("valid: true", "valid: 1"))
        head = 'ready_timeout = "15s"'
        self.experiment(subject("a", ["node", "server.mjs"], port), head=head)
        done = self.vpsfit("lab", "run", "x.toml", status=3)
        self.assertIn("not_ready", done.stderr)
        self.assertIn("other JSON", done.stderr)
        self.assert_nothing_left(port)
        self.assertFalse(list(self.folder.glob("x/raw/*/load")))

    def test_a_port_that_somebody_holds_is_not_measured(self):
        with socket.create_server(("127.0.0.1", 0)) as holder:
            port = holder.getsockname()[1]
            self.experiment(subject("a", ["node", "server.mjs"], port))
            done = self.vpsfit("lab", "run", "x.toml", status=3)
        self.assertIn("port_in_use", done.stderr)


@needs_root
@needs_program("node")
class Generators(Lab):
    """Programs that bear a generator's name."""

    def generator(self, text):
        path = self.write("bin/wrk", text)
        path.chmod(0o755)
        return environment(PATH=f"{self.folder}/bin:{os.environ['PATH']}")

    def run_with(self, text, status=3):
        port = free_port()
        self.experiment(subject("a", ["node", "server.mjs"], port),
                        generator='tool = "wrk"\npatience = "500ms"\ntimeout = "1s"\n')
        done = self.vpsfit("lab", "run", "x.toml", status=status, env=self.generator(text))
        self.assert_nothing_left(port)
        return done

    def test_one_that_hangs_is_killed_with_all_that_it_started(self):
        done = self.run_with("#!/bin/sh\ntrap '' TERM\nsleep 300 &\nsleep 300\n")
        self.assertIn("generator_hang", done.stderr)

    def test_one_that_fails_is_told_with_its_words(self):
        done = self.run_with("#!/bin/sh\necho 'unable to \x1b[31mconnect' >&2\nexit 3\n")
        self.assertIn("status 3", done.stderr)
        self.assertNotIn("\x1b", done.stderr)

    def test_one_whose_output_is_torn_gives_no_figures(self):
        done = self.run_with("#!/bin/sh\necho 'vpsfit-wrk 1'\necho 'duration 100'\n")
        self.assertIn("cut", done.stderr)


class Files(Lab):
    """What is said before anything is started."""

    def test_the_examples_are_understood(self):
        for name in ("web-frameworks", "node-vs-spring"):
            done = self.vpsfit("lab", "check", SOURCE_DIR / f"examples/{name}.toml", status=None)
            self.assertIn(f"{name}: ", done.stdout, done)
            self.assertIn(done.status, (0, 1), done)

    def test_a_typing_mistake_is_named_with_its_place(self):
        self.write("x.toml", 'experiment = "x"\nrepetitons = 3\n')
        done = self.vpsfit("lab", "check", "x.toml", status=2)
        self.assert_complaint(done, "x.toml:2:14", "repetitions")

    def test_a_program_that_is_missing_stops_it_before_the_first_start(self):
        self.experiment(subject("a", ["no-such-server"], 18999))
        done = self.vpsfit("lab", "run", "x.toml", status=1)
        self.assertIn("no-such-server", done.stderr)
        self.assertFalse((self.folder / "x").exists())

    def test_shared_processors_are_told(self):
        self.experiment(subject("a", ["sh"], 18999))
        text = (self.folder / "x.toml").read_text(encoding="utf-8").replace('cpuset = "1"', 'cpuset = "0"')
        self.write("x.toml", text)
        done = self.vpsfit("lab", "check", "x.toml", status=None)
        self.assertIn("share processors", done.stderr)


if __name__ == "__main__":
    unittest.main()
