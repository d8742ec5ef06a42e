# SPDX-License-Identifier: MIT
"""Every check of scripts/lint can fail: a small sound tree passes, and each way to spoil it is found by its check."""
import os
import pathlib
import subprocess
import tempfile
import unittest

SOURCE_DIR = pathlib.Path(os.environ.get("VPSFIT_SOURCE_DIR") or pathlib.Path(__file__).resolve().parents[2])
LICENSE = "// SPDX-License-Identifier: MIT\n"
SOUND = {
    ".clang-format": (SOURCE_DIR / ".clang-format").read_text(encoding="utf-8"),
    "CMakeLists.txt": "project(vpsfit VERSION 1.2.3 LANGUAGES CXX)\n",
    "CHANGELOG.md": "# Changes\n\n## 1.2.3\n\nSee [the code](core/a.cpp).\n",
    "core/a.cpp": LICENSE + '#include "core/a.hpp"\n\nint a() { return 1; }\n',
    "core/a.hpp": LICENSE + "#pragma once\n\nint a();\n",
    "core/notice_texts.cpp": LICENSE + 'const Row rows[] = {{101, "tick", "{count} ticks"}};\n',
    "forecast/f.cpp": LICENSE + '#include "core/a.hpp"\n\nauto f() { return make_notice("tick", {{"count", g(1)}}); }\n',
    "schema/usage.schema.json": '{"$id": "urn:vpsfit:schema:usage:1", "type": "object"}\n',
    "scripts/run": "#!/usr/bin/env bash\n# SPDX-License-Identifier: MIT\necho done\n",
    "tests/t.py": "# SPDX-License-Identifier: MIT\nprint(1)\n",
}
# check -> [(file, what it holds instead, part of the complaint)]
SPOILED = {
    "format": [("core/a.cpp", LICENSE + "int  a( ){return 1;}\n", "not formatted")],
    "arrows": [("core/a.cpp", LICENSE + '#include "forecast/f.hpp"\n', "core/ may not include forecast/"),
               ("forecast/f.cpp", LICENSE + '#include "files/files.hpp"\n', "forecast/ may not include files/"),
               ("forecast/f.cpp", LICENSE + '#include "json/value.hpp"\n', "forecast/ may not include json/"),
               ("sampler/s.cpp", LICENSE + '#include "forecast/f.hpp"\n', "sampler/ may not include forecast/"),
               ("report/r.cpp", LICENSE + '#include "cli/output.hpp"\n', "report/ may not include cli/"),
               ("core/a.cpp", LICENSE + '#include "a.hpp"\n', "include from the root"),
               ("core/a.cpp", LICENSE + "#include <nlohmann/json.hpp>\n", "belongs into its adapter"),
               ("plans/p.cpp", LICENSE + "#include <sqlite3.h>\n", "belongs into its adapter")],
    "printing": [("core/a.cpp", LICENSE + "void a() { std::cout << 1; }\n", "std::cout"),
                 ("sampler/s.cpp", LICENSE + "void a() { std::exit(1); }\n", "std::exit")],
    "length": [("core/a.cpp", LICENSE + "int a();\n" * 500, "longer than 500"),
               ("scripts/run", SOUND["scripts/run"] + "true\n" * 500, "longer than 500")],
    "properties": [("tests/unit/p.cpp", LICENSE + "void a() {\n  rc::check([] {});\n}\n", "not looked at")],
    "license": [("core/a.hpp", "#pragma once\n", "SPDX"), ("tests/t.py", "print(1)\n", "SPDX"),
                ("scripts/run", "#!/bin/sh\ntrue\n", "SPDX")],
    "ascii": [("core/a.cpp", LICENSE + "// na\u00efve\n", "U+00EF"), ("core/a.cpp", LICENSE + "// \u202e\n", "U+202E")],
    "words": [("core/a.cpp", LICENSE + "// TO" "DO: later\n", "finish it"),
              ("CHANGELOG.md", "FIX" "ME\n", "finish it"),
              ("core/a.cpp", LICENSE + 'auto p = "/ho' 'me/someone/x";\n', "private place"),
              ("scripts/run", SOUND["scripts/run"] + "ls /wo" "rk/main\n", "private place")],
    "schemas": [("schema/usage.schema.json", '{"$id": "urn:vpsfit:schema:usage:1", "type": "objekt"}', "no schema"),
                ("schema/usage.schema.json", '{"$id": "urn:vpsfit:schema:plans:1"}', "$id"),
                ("examples/x.json", '{"a": 1,}', "not JSON")],
    "notices": [("forecast/f.cpp", LICENSE + 'auto f() { return make_notice("tock"); }\n', "tock has no text"),
                ("forecast/f.cpp", LICENSE + 'auto f() { return make_notice("tick", {{"number", "1"}}); }\n', "lacks count"),
                ("core/notice_texts_de.cpp", LICENSE + '{"tick", "{count} Takte"}, {"tock", "x"}\n', "tock is only here"),
                ("core/notice_texts_de.cpp", LICENSE + "\n", "tick is not here"),
                ("core/notice_texts_de.cpp", LICENSE + '{"tick", "{zahl} Takte"}\n', "other placeholders"),
                ("core/notice_texts.cpp", LICENSE + '{101, "tick", "a"}, {101, "tack", "b"}\n', "number 101"),
                ("core/notice_texts.cpp", LICENSE + '{101, "tick", "a"}, {102, "tick", "b"}\n', "code tick")],
    "version": [("CHANGELOG.md", "## 1.2.2\n", "1.2.2"), ("CHANGELOG.md", "nothing\n", "None")],
    "scripts": [("scripts/run", "#!/usr/bin/env bash\nif true; then\n", "syntax error"),
                ("tests/t.py", "def broken(:\n", "not Python"),
                ("scripts/other", "#!/bin/sh\ntrue\n", "not executable")],
    "links": [("CHANGELOG.md", "[the code](core/b.cpp)\n", "leads nowhere")],
}


class Lint(unittest.TestCase):
    def lint(self, changes, *words):
        with tempfile.TemporaryDirectory(prefix="vpsfit-lint-") as folder:
            for name, text in {**SOUND, **changes}.items():
                path = pathlib.Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
                if name == "scripts/run":
                    path.chmod(0o755)
            ran = subprocess.run([SOURCE_DIR / "scripts/lint", "--root", folder, *words], capture_output=True, text=True, check=False)
        return ran.returncode, ran.stdout + ran.stderr

    def test_a_sound_tree_passes(self):
        status, said = self.lint({})
        self.assertEqual(status, 0, said)

    def test_a_folder_without_code_is_no_success(self):
        with tempfile.TemporaryDirectory() as folder:
            ran = subprocess.run([SOURCE_DIR / "scripts/lint", "--root", folder], capture_output=True, check=False)
        self.assertNotEqual(ran.returncode, 0)

    def test_every_check_is_spoiled_here(self):
        for line in (SOURCE_DIR / "scripts/lint").read_text(encoding="utf-8").splitlines():
            if line.startswith("def check_"):
                self.assertIn(line[10:].split("(")[0], SPOILED)

    def test_every_check_finds_what_it_is_for(self):
        for check, cases in SPOILED.items():
            for name, text, complaint in cases:
                with self.subTest(check, complaint=complaint):
                    status, said = self.lint({name: text}, "--only", check)
                    self.assertEqual(status, 1, said)
                    self.assertIn(name, said)
                    self.assertIn(complaint, said)


if __name__ == "__main__":
    unittest.main()
