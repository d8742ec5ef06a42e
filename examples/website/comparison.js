// SPDX-License-Identifier: MIT
// Shows a summary.json of vpsfit in the reader's language. No library, no build step; everything from the file goes
// into the page as text. Every figure is shown as the file says it: nothing is computed here but lengths of bars.
// @ts-check

/** @typedef {import("./documents").Summary} Summary */
/** @typedef {import("./documents").SummarySubject} Subject */
/** @typedef {import("./documents").LanguageTag} LanguageTag */

const svg = "http://www.w3.org/2000/svg";
/** The name of a language in itself. @param {string} tag */
const ownName = (tag) => new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;

/**
 * @param {string} name
 * @param {string} [text]
 * @param {Record<string, string>} [attributes]
 */
function element(name, text = "", attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @param {string} [text]
 */
function shape(name, attributes, text = "") {
  const made = document.createElementNS(svg, name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/**
 * @param {Summary} summary
 * @param {LanguageTag} language
 */
function table(summary, language) {
  const labels = summary.labels[language];
  if (!labels) throw new Error(`the summary has no labels in ${language}`);
  const columns = /** @type {const} */ ([
    "cpu_cores", "memory_median", "needed_vcpus", "needed_memory", "plan", "annual_fee", "annual_saving", "monthly_saving",
  ]);
  const shown = columns.filter((key) => summary.subjects.some((subject) => subject.display[language]?.[key]));
  const head = element("tr");
  head.append(element("th", labels.subject, { scope: "col" }));
  for (const key of shown) head.append(element("th", labels[key], { scope: "col" }));
  const body = element("tbody");
  for (const subject of summary.subjects) {
    const row = element("tr");
    row.append(element("th", subject.subject, { scope: "row" }));
    for (const key of shown) {
      const saving = key === "annual_saving" || key === "monthly_saving";
      const missing = saving ? (subject.is_baseline ? labels.baseline : labels.not_stated) : "";
      row.append(element("td", subject.display[language]?.[key] ?? missing));
    }
    body.append(row);
  }
  const made = element("table");
  const thead = element("thead");
  thead.append(head);
  made.append(element("caption", labels.title), thead, body);
  return made;
}

/**
 * One bar a saving; below zero it points to the left.
 * @param {Summary} summary
 * @param {LanguageTag} language
 */
function chart(summary, language) {
  const rows = summary.subjects.flatMap((subject) =>
    subject.savings ? [{ subject, value: Number(subject.savings.annual_exact) }] : [],
  );
  if (rows.length === 0) return element("p", "");
  const low = Math.min(0, ...rows.map((row) => row.value));
  const high = Math.max(0, ...rows.map((row) => row.value));
  const scale = 300 / (high - low || 1);
  const zero = 150 - low * scale;
  const title = summary.labels[language]?.annual_saving ?? "";
  const made = shape("svg", { viewBox: `0 0 560 ${rows.length * 34}`, role: "img", "aria-label": title });
  made.append(shape("title", {}, title));
  rows.forEach(({ subject, value }, index) => {
    const y = index * 34;
    const x = Math.min(zero, zero + value * scale);
    made.append(
      shape("text", { x: 142, y: y + 21, "text-anchor": "end" }, subject.subject.slice(0, 20)),
      shape("rect", { x, y: y + 6, width: Math.abs(value * scale), height: 20, class: value < 0 ? "loss" : "saving" }),
      shape("text", { x: 556, y: y + 21, "text-anchor": "end" }, subject.display[language]?.annual_saving ?? ""),
    );
  });
  return made;
}

/**
 * @param {HTMLElement} place
 * @param {Summary} summary
 * @param {LanguageTag} language
 */
function show(place, summary, language) {
  const labels = summary.labels[language];
  if (!labels) throw new Error(`the summary has no labels in ${language}`);
  const links = element("nav", "", { "aria-label": "Language" });
  for (const tag of summary.languages) {
    const link = element("a", ownName(tag), { href: `#${tag}`, lang: tag, hreflang: tag });
    if (tag === language) link.setAttribute("aria-current", "true");
    links.append(link);
  }
  const scroll = element("div", "", { class: "scroll", tabindex: "0", role: "region", "aria-label": labels.title });
  scroll.append(table(summary, language));
  const heading = element("h1", labels.title);
  place.lang = language;
  place.replaceChildren(
    links, heading, element("p", labels.as_of), element("p", labels.forecast_warning), scroll, chart(summary, language),
  );
}

/**
 * Reads the summary that the element names in data-summary and shows it there; the part of the address after "#"
 * chooses the language.
 * @param {HTMLElement} place
 */
export async function start(place) {
  const response = await fetch(place.dataset.summary ?? "summary.json");
  if (!response.ok) throw new Error(`cannot read the summary: ${response.status}`);
  const summary = /** @type {Summary} */ (await response.json());
  if (summary.schema !== "urn:vpsfit:schema:summary:1") throw new Error("this is no summary of vpsfit");
  const update = () => {
    const asked = /** @type {LanguageTag} */ (location.hash.slice(1));
    show(place, summary, summary.languages.includes(asked) ? asked : summary.languages[0]);
  };
  addEventListener("hashchange", update);
  update();
}

for (const place of document.querySelectorAll("[data-summary]"))
  if (place instanceof HTMLElement)
    start(place).catch((error) => place.replaceChildren(element("p", String(error.message), { role: "alert" })));
