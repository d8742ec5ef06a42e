// SPDX-License-Identifier: MIT
// Opens pages in Chromium and tells what a reader would stumble over, one JSON object on standard output.
// usage: node look.mjs MODULES '{"pages": {"name": "file:///..."}, "modes": ["light", "dark", "narrow", "print"]}'
// MODULES: the folder node_modules that holds puppeteer-core and axe-core.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { findings } from "./findings.mjs";

const [modules, orderText] = process.argv.slice(2);
const order = JSON.parse(orderText);
const require = createRequire(`${modules}/`);
const puppeteer = require("puppeteer-core");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

// A4 less its margins, at 96 dots an inch.
const widths = { light: 1200, dark: 1200, narrow: 360, "narrow-dark": 360, print: 703 };

async function look(browser, url, mode) {
  const page = await browser.newPage();
  const found = [];
  page.on("console", (message) => message.type() === "error" && found.push(`console: ${message.text()}`));
  page.on("pageerror", (error) => found.push(`error: ${error.message}`));
  page.on("request", (request) => {
    if (new URL(request.url()).origin !== new URL(url).origin) found.push(`request: ${request.url()}`);
  });
  await page.setViewport({ width: widths[mode], height: 900 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: mode.endsWith("dark") ? "dark" : "light" }]);
  if (mode === "print") await page.emulateMediaType("print");
  await page.goto(url, { waitUntil: "networkidle0" });
  found.push(...(await page.evaluate(findings)));
  if (mode !== "print") found.push(...(await violations(page)));
  await page.close();
  return found;
}

/** The page's own policy lets no script in: axe runs in the world of the debugger. */
async function violations(page) {
  const session = await page.createCDPSession();
  const { frameTree } = await session.send("Page.getFrameTree");
  const { executionContextId } = await session.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id });
  const run = async (expression) => {
    const { result, exceptionDetails } = await session.send("Runtime.evaluate", {
      expression, contextId: executionContextId, awaitPromise: true, returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  };
  await run(`${axe};0`);
  return run(`axe.run().then((r) => r.violations.map((v) => "axe: " + v.id + " at " + v.nodes[0].target.join(" ")))`);
}

const browser = await puppeteer.launch({
  executablePath: order.chromium,
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
});
// Whatever happens, no browser is left behind.
setTimeout(async () => {
  console.error(`not done after ${order.seconds} s`);
  await browser.close();
  process.exit(1);
}, order.seconds * 1000).unref();
const result = {};
try {
  for (const [name, url] of Object.entries(order.pages))
    for (const mode of order.modes) result[`${name} ${mode}`] = await look(browser, url, mode);
} finally {
  await browser.close();
}
console.log(JSON.stringify(result));
