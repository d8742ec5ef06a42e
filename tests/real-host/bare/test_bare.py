# SPDX-License-Identifier: MIT
"""cgroup v2 as the kernel alone has it: a bare kernel boots twice (the second time without a memory controller), ./init
makes the situations there, and these tests judge what vpsfit said of them. Emulated processors are slow, but one busy
loop is one busy loop and a quota is a quota: shares of a core are exact there, absolute work is not."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
SOURCE_DIR = HERE.parents[2]
BINARY = os.environ.get("VPSFIT_BIN") or SOURCE_DIR / "build/release/vpsfit"
SECOND_BOOT = "without_memory_controller"
MIB = 1 << 20


def setUpModule():
    global out
    folder = tempfile.TemporaryDirectory(prefix="vpsfit-bare-")
    unittest.addModuleCleanup(folder.cleanup)
    out = pathlib.Path(os.environ.get("VPSFIT_KEEP") or folder.name)
    host = subprocess.run([HERE.parent / "build"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    first = ",".join(case.situation for case in Situation.__subclasses__() if case.situation != SECOND_BOOT)
    for situations, parameters in ((first, ()), (SECOND_BOOT, ("cgroup_disable=memory",))):
        subprocess.run([HERE / "boot", f"{host}/vmlinuz", BINARY, out, situations, *parameters], check=True)


class Situation(unittest.TestCase):
    """One situation: its files as text, its JSON as objects, and the one run that each recording holds."""

    def read(self, name):
        return (out / self.situation / name).read_text(encoding="utf-8", errors="replace").strip()

    def run_of(self, name="a"):
        try:
            runs = json.loads(self.read(f"{name}.json"))["runs"]
        except (ValueError, OSError):
            self.fail(f"{self.situation}/{name}: no document; status {self.read(name + '.status')}, it said:\n"
                      + self.read(f"{name}.said"))
        self.assertEqual(len(runs), 1)
        return runs[0]

    def windows(self, name="a"):
        return {w["name"]: w for w in self.run_of(name)["windows"]}

    def assert_status(self, expected, name="a"):
        self.assertEqual(int(self.read(f"{name}.status")), expected, self.read(f"{name}.said"))

    def assert_measured(self, name="a"):
        """Status 0, or 4 where the emulated processor was too slow for every tick: the recording says how many it missed."""
        allowed = (0, 4) if self.run_of(name)["missed_ticks"] else (0,)
        self.assertIn(int(self.read(f"{name}.status")), allowed, self.read(f"{name}.said"))

    def assert_cores(self, window, low, high):
        self.assertGreaterEqual(float(window["cpu_cores"]), low)
        self.assertLessEqual(float(window["cpu_cores"]), high)

    def forecast(self):
        text = self.read("forecast.json")
        self.assertTrue(text, self.read("forecast.said"))
        return json.loads(text)["subjects"][0]


class Lab(Situation):
    """An experiment on the pure tree, where quota and memory limit are the kernel's own files."""
    situation = "lab"

    def test_a_quota_is_set_read_back_and_its_throttling_flagged(self):
        self.assert_status(4, "throttled")
        self.assertRegex(self.read("throttled.said"), r"flags: .*throttled")
        window = self.windows("throttled")["load"]
        self.assert_cores(window, 0.1, 0.23)
        self.assertGreater(window["throttled_periods"], 0)

    def test_a_worker_that_is_killed_for_memory_is_flagged_though_the_server_lives(self):
        said = self.read("killed.said")
        self.assertRegex(said, r"oom")
        self.assertGreaterEqual(self.run_of("killed")["oom_kills"], 1)

    def test_no_group_is_left_behind(self):
        self.assertEqual(self.read("after"), self.read("before"))


class Fresh(Situation):
    situation = "fresh"

    def test_the_command_is_in_a_group_of_its_own_from_its_first_instruction(self):
        self.assertRegex(self.read("cgroup"), r"^0::/.+")

    def test_the_group_is_removed_afterwards(self):
        self.assertEqual(self.read("after"), self.read("before"))

    def test_a_busy_loop_reads_as_one_core_in_both_windows(self):
        self.assert_measured()
        for window in self.windows().values():
            self.assert_cores(window, 0.9, 1.03)

    def test_the_source_is_the_pure_tree(self):
        self.assertEqual(self.run_of()["source"], "cgroup2")

    def test_the_peak_of_a_fresh_group_is_at_least_the_largest_sample(self):
        run = self.run_of()
        self.assertGreaterEqual(run["memory_peak_bytes"], run["memory_max_bytes"])

    def test_the_status_of_the_command_is_recorded_and_not_returned(self):
        self.assert_measured("b")
        self.assertEqual(self.run_of("b")["command_status"], 7)
        self.assertEqual(self.run_of("b")["end_reason"], "command_exited")


class Spike(Situation):
    situation = "spike"

    def test_a_spike_between_two_ticks_is_in_the_peak_and_not_in_the_samples(self):
        run = self.run_of()
        self.assertLess(run["memory_max_bytes"], 25 * MIB)
        self.assertGreaterEqual(run["memory_peak_bytes"], 50 * MIB)

    def test_the_need_uses_it(self):
        usage = self.forecast()["usage"]
        self.assertEqual(usage["memory_bytes"], self.run_of()["memory_peak_bytes"])
        self.assertIn("peak_decides", [n["code"] for n in self.forecast()["notices"]])


class Quota(Situation):
    situation = "quota"

    # A window of 4 s has 40 periods; its edges may cut one short or catch a slice twice.
    def test_20_of_100_ms_reads_as_a_fifth_of_a_core(self):
        windows = self.windows().values()
        for window in windows:
            self.assert_cores(window, 0.185, 0.215)
        whole = sum(w["cpu_usage_usec"] for w in windows) / 1e6 / sum(float(w["duration_s"]) for w in windows)
        self.assertAlmostEqual(whole, 0.200, delta=0.006)

    def test_so_it_does_by_the_kernels_file_read_beside_us(self):
        (first, one), (last, other) = self.beside("first"), self.beside("last")
        share = (other["usage_usec"] - one["usage_usec"]) / 1e6 / (last - first)
        for window in self.windows().values():
            self.assertAlmostEqual(float(window["cpu_cores"]), share, delta=0.016)

    def test_throttling_is_seen_in_nearly_every_period(self):
        for window in self.windows().values():
            self.assertGreaterEqual(window["throttled_periods"], 28)
            self.assertLessEqual(window["throttled_periods"], 42)

    def beside(self, name):
        uptime, *rows = self.read(name).splitlines()
        return float(uptime), {k: int(v) for k, v in (row.split() for row in rows)}


class OlderPeak(Situation):
    situation = "older_peak"

    def test_a_peak_from_before_the_run_is_not_the_runs(self):
        self.assertGreaterEqual(int(self.read("peak")), 100 * MIB)
        forecast = self.forecast()
        self.assertLess(forecast["usage"]["memory_bytes"], 60 * MIB)
        self.assertIn("older_peak", [n["code"] for n in forecast["notices"]])


class RisingPeak(Situation):
    situation = "rising_peak"

    def test_a_peak_that_rose_during_the_run_is_the_runs(self):
        self.assertEqual(self.run_of()["memory_peak_bytes"], int(self.read("peak")))
        self.assertGreaterEqual(self.forecast()["usage"]["memory_bytes"], 100 * MIB)


class ControllerOff(Situation):
    situation = "controller_off"

    def test_the_kernel_offers_no_memory_file_there(self):
        self.assertNotIn("memory.current", self.read("files").split())

    def test_cpu_is_measured_and_memory_is_unknown_never_zero(self):
        run = self.run_of()
        self.assert_cores(run["windows"][0], 0.9, 1.03)
        self.assertIsNone(run["memory_max_bytes"])
        self.assertIsNone(run["memory_peak_bytes"])
        self.assertIsNone(run["windows"][0]["memory_max_bytes"])

    def test_no_plan_is_chosen_from_unknown_memory(self):
        self.assertIn(int(self.read("forecast.status")), (1, 2, 3), self.read("forecast.said"))


class Vanish(Situation):
    situation = "vanish"

    def test_a_group_that_never_was_is_said_and_leaves_no_recording_of_it(self):
        self.assert_status(1, "never")
        self.assertIn("never", self.read("never.said"))

    def test_a_group_that_leaves_ends_its_run_early(self):
        self.assert_status(4)
        self.assertEqual(self.run_of()["end_reason"], "target_vanished")


class Replaced(Situation):
    situation = "replaced"

    def test_a_new_group_of_the_same_name_is_not_taken_for_the_old_one(self):
        run = self.run_of()
        self.assertEqual(run["end_reason"], "target_vanished")
        for window in run["windows"]:
            if window["cpu_cores"] is not None:
                self.assert_cores(window, 0, 0.2)  # the old one slept, the new one spins


class KilledSampler(Situation):
    situation = "killed_sampler"

    def test_all_but_the_last_tick_is_there(self):
        self.assert_status(0)
        run = self.run_of()
        self.assertGreaterEqual(run["ticks"] + run["missed_ticks"], 29)  # 3 s of 100 ms
        self.assertEqual(run["end_reason"], "cut")

    def test_a_forecast_takes_or_refuses_it_with_a_reason(self):
        self.assertIn(int(self.read("forecast.status")), (0, 3, 4))
        self.assertTrue(self.forecast()["notices"])


class Lingering(Situation):
    situation = "lingering"

    def test_children_left_behind_go_with_their_group(self):
        self.assert_measured()
        self.assertEqual(self.read("left"), "0")
        self.assertEqual(self.read("after"), self.read("before"))


class OutOfMemory(Situation):
    situation = "out_of_memory"

    def test_the_kernels_kill_is_seen_and_marks_the_run(self):
        self.assert_status(4)
        self.assertGreaterEqual(self.run_of()["oom_kills"], 1)


class OtherTargets(Situation):
    situation = "other_targets"

    def test_a_process_stands_for_its_group(self):
        self.assert_measured("pid")
        self.assertEqual(self.run_of("pid")["source"], "cgroup2")
        self.assert_cores(self.windows("pid")["load"], 0.85, 1.03)

    def test_self_is_the_group_that_we_are_in(self):
        self.assert_measured("self")
        self.assertEqual(self.run_of("self")["source"], "cgroup2")
        self.assert_cores(self.windows("self")["load"], 0.85, 2.01)  # the loop and the sampler itself


class WithoutRights(Situation):
    situation = "without_rights"

    def test_a_user_who_can_make_no_group_gets_the_process_tree_and_is_told(self):
        self.assert_measured()
        self.assertEqual(self.run_of()["source"], "process_tree")
        self.assertIn("process tree", self.read("a.said"))

    def test_cpu_of_the_tree_is_right(self):
        self.assert_cores(self.windows()["load"], 0.8, 1.2)

    def test_memory_is_there_and_no_kernel_peak(self):
        self.assertGreater(self.run_of()["memory_max_bytes"], 0)
        self.assertIsNone(self.run_of()["memory_peak_bytes"])


class ReadOnlyTree(Situation):
    situation = "read_only_tree"

    def test_the_process_tree_is_used_and_said(self):
        self.assert_measured()
        self.assertEqual(self.run_of()["source"], "process_tree")
        self.assertIn("process tree", self.read("a.said"))
        self.assertEqual(self.read("after"), self.read("before"))


class WithoutMemoryController(Situation):
    situation = "without_memory_controller"

    def test_the_kernel_has_none(self):
        self.assertNotIn("memory", self.read("controllers").split())

    def test_memory_is_never_zero(self):
        run = self.run_of()
        self.assertNotEqual(run["memory_max_bytes"], 0)
        self.assertNotEqual(run["memory_peak_bytes"], 0)
        self.assert_cores(self.windows()["load"], 0.85, 1.03)


if __name__ == "__main__":
    unittest.main()
