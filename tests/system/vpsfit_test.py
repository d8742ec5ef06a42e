# SPDX-License-Identifier: MIT
"""What the system tests share: the binary under test, a folder per test, and words for what is expected of a run.

    class Forecast(vpsfit_test.TestCase):
        def test_a_wrong_unit_is_named(self):
            done = self.vpsfit("forecast", "usage.json", "--min-disk", "20 XB", status=2)
            self.assertIn("20 XB", done.stderr)

By hand: VPSFIT_BIN=build/release/vpsfit python3 -m unittest -v test_forecast   (in tests/system)
"""
import json
import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

SOURCE_DIR = pathlib.Path(os.environ.get("VPSFIT_SOURCE_DIR") or pathlib.Path(__file__).resolve().parents[2])
BINARY = os.path.abspath(os.environ.get("VPSFIT_BIN") or SOURCE_DIR / "build/release/vpsfit")
_shared = pathlib.Path(os.environ.get("VPSFIT_SHARED") or SOURCE_DIR.parent / "shared")
SHARED = _shared if (_shared / "data").is_dir() else None  # real files of banks and vendors, where they are present

needs_root = unittest.skipUnless(os.geteuid() == 0, "needs root")
needs_shared = unittest.skipUnless(SHARED, "the folder with real data (VPSFIT_SHARED) is not here")


def needs_program(name):
    """Skips, aloud, where a program is not installed (looked for in the system's folders too)."""
    return unittest.skipUnless(shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/sbin"), f"needs {name}")


class Done:
    """One finished run of the binary: status, stdout, stderr (text), and the JSON that stdout holds."""

    def __init__(self, arguments, status, stdout, stderr):
        self.arguments, self.status = arguments, status
        self.stdout = stdout.decode("utf-8", "surrogateescape")
        self.stderr = stderr.decode("utf-8", "surrogateescape")

    @property
    def json(self):
        return json.loads(self.stdout, parse_constant=_no_constant)

    def __str__(self):
        words = " ".join(str(a)[:200] for a in self.arguments)
        return f"vpsfit {words}\nexit status {self.status}\n--- stdout\n{self.stdout[-4000:]}\n--- stderr\n{self.stderr[-4000:]}"


def _no_constant(word):
    raise AssertionError(f"{word} is not JSON")


def environment(**changes):
    """The environment of a run: plain C locale, no state of the user; a None takes a variable away."""
    result = {k: v for k, v in os.environ.items() if not k.startswith(("LC_", "XDG_", "VPSFIT_"))}
    result.update(LANG="C", TZ="UTC")
    leaks = pathlib.Path(__file__).with_name("leaks.supp").resolve()
    result["LSAN_OPTIONS"] = f"suppressions={leaks}:print_suppressions=0"
    for name, value in changes.items():
        if value is None:
            result.pop(name, None)
        else:
            result[name] = str(value)
    return result


class TestCase(unittest.TestCase):
    """A test with a folder of its own (self.folder), removed afterwards; runs start in it."""

    maxDiff = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="vpsfit-test-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def vpsfit(self, *arguments, status=0, stdin=None, env=None, timeout=90, stdout=subprocess.PIPE):
        """Runs the binary to its end and expects an exit status (None: any). stdin: text or bytes."""
        words = [str(a) if not isinstance(a, bytes) else a for a in arguments]
        if isinstance(stdin, str):
            stdin = stdin.encode()
        ran = subprocess.run([BINARY, *words], input=stdin, stdin=None if stdin is not None else subprocess.DEVNULL,
                             stdout=stdout, stderr=subprocess.PIPE, env=env or environment(), cwd=self.folder,
                             timeout=timeout, check=False)
        done = Done(arguments, ran.returncode, ran.stdout or b"", ran.stderr)
        self.assertNotIn("Sanitizer", done.stderr, done)
        if status is not None:
            self.assertEqual(done.status, status, done)
        return done

    def start(self, *arguments, env=None, **options):
        """Starts the binary and returns the process; it is killed at the end of the test where it still runs."""
        process = subprocess.Popen([BINARY, *map(str, arguments)], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, env=env or environment(), cwd=self.folder, **options)
        self.addCleanup(_end, process)
        return process

    def finish(self, process, timeout=30):
        """Waits for a started process and returns what it left."""
        stdout, stderr = process.communicate(timeout=timeout)
        return Done(process.args[1:], process.returncode, stdout, stderr)

    def wait_until(self, condition, what, seconds=20):
        """Waits for something to become true and fails, saying what it was, where it does not."""
        end = time.monotonic() + seconds
        while not condition():
            self.assertLess(time.monotonic(), end, f"waited {seconds} s in vain: {what}")
            time.sleep(0.02)

    def write(self, name, content):
        """Writes a file into the test's folder and returns its path. content: text, bytes, or what becomes JSON."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
        return path

    def assert_complaint(self, done, *words):
        """stderr starts with the program's name, holds each of the words and no control character."""
        self.assertTrue(done.stderr.startswith("vpsfit: "), done)
        for word in words:
            self.assertIn(word, done.stderr, done)
        bad = [c for c in done.stderr if (ord(c) < 32 and c != "\n") or ord(c) == 127]
        self.assertEqual(bad, [], done)

    def assert_valid(self, document, schema):
        """The document keeps the promise of schema/<schema>.schema.json."""
        import jsonschema
        promise = json.loads((SOURCE_DIR / "schema" / f"{schema}.schema.json").read_text(encoding="utf-8"))
        errors = [f"{'/'.join(map(str, e.absolute_path))}: {e.message}"
                  for e in jsonschema.Draft202012Validator(promise).iter_errors(document)]
        self.assertEqual(errors, [])


def _end(process):
    if process.poll() is None:
        process.send_signal(signal.SIGKILL)
        process.wait()
    for pipe in (process.stdout, process.stderr):
        if pipe:
            pipe.close()
