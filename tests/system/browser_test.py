# SPDX-License-Identifier: MIT
"""A real browser for tests: Chromium, and the tools of browser/package.json in a cache outside the checkout."""
import functools
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import unittest

FOLDER = pathlib.Path(__file__).resolve().parent / "browser"
CHROMIUM = next((p for p in map(shutil.which, ("chromium", "chromium-browser", "google-chrome")) if p), None)


@functools.lru_cache(maxsize=None)
def modules():
    """The folder node_modules; installed once. Skips, aloud, where that cannot be."""
    if not CHROMIUM or not shutil.which("node") or not shutil.which("npm"):
        raise unittest.SkipTest("needs chromium, nodejs and npm (scripts/install-dependencies --browser)")
    wanted = (FOLDER / "package.json").read_bytes()
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
    place = cache / "vpsfit/browser" / hashlib.sha256(wanted).hexdigest()[:16]
    if not (place / "complete").exists():
        place.mkdir(parents=True, exist_ok=True)
        (place / "package.json").write_bytes(wanted)
        ran = subprocess.run(["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], cwd=place,
                             capture_output=True, text=True, timeout=240, check=False)
        if ran.returncode != 0:
            raise unittest.SkipTest(f"npm could not install into {place}: {ran.stderr.strip()[-300:]}")
        (place / "complete").touch()
    return place / "node_modules"


def look(pages, modes=("light", "dark", "narrow"), timeout=300):
    """What a reader would stumble over: {"name mode": [complaint, ...]}. pages: {name: path or address}."""
    order = {"chromium": CHROMIUM, "modes": list(modes), "seconds": timeout,
             "pages": {name: str(page) if "://" in str(page) else pathlib.Path(page).resolve().as_uri()
                       for name, page in pages.items()}}
    ran = subprocess.run(["node", FOLDER / "look.mjs", modules(), json.dumps(order)], capture_output=True, text=True,
                         timeout=timeout + 20, check=False)
    if ran.returncode != 0:
        raise AssertionError(f"the browser failed: {ran.stderr[-2000:]}")
    return json.loads(ran.stdout)


def text_of(address):
    """The page as markup, after its scripts have run."""
    return subprocess.run([CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=4000", "--dump-dom",
                           address], capture_output=True, text=True, timeout=60, check=False).stdout
