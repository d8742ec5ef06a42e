// SPDX-License-Identifier: MIT
// Shows a summary.json of vpsfit in the reader's language. No library, no build step; everything from the file goes
// into the page as text. Every figure is shown as the file says it: nothing is computed here but lengths of bars.
// @ts-check

/** @typedef {import("./documents").Summary} Summary */
/** @typedef {import("./documents").SummarySubject} Subject */
/** @typedef {import("./documents").SummaryLoadGroup} LoadGroup */
/** @typedef {import("./documents").LoadKey} LoadKey */
/** @typedef {import("./documents").LanguageTag} LanguageTag */

const svg = "http://www.w3.org/2000/svg";
/** @type {Record<string, string>} */
const ownNames = { en: "English", ko: "\ud55c\uad6d\uc5b4", ja: "\u65e5\u672c\u8a9e", "zh-TW": "\u7e41\u9ad4\u4e2d\u6587", de: "Deutsch" };
/** The name of a language in itself. @param {string} tag */
const ownName = (tag) => ownNames[tag] ?? tag;

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

/** @typedef {"cpu_cores" | "memory_median" | "memory_largest" | "needed_vcpus" | "needed_memory" | "plan" | "annual_fee" | "annual_saving" | "monthly_saving"} Column */
/** @type {Column[]} */
const measured = ["cpu_cores", "memory_median", "memory_largest"];
/** @type {Column[]} */
const forecast = ["needed_vcpus", "needed_memory", "plan", "annual_fee", "annual_saving", "monthly_saving"];

/**
 * A table of the columns in which any subject has something to say, in a box that scrolls sideways.
 * @param {Summary} summary
 * @param {LanguageTag} language
 * @param {string} name
 * @param {Column[]} columns
 */
function table(summary, language, name, columns) {
  const labels = labelsOf(summary, language);
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
  return boxed(name, head, body);
}

/**
 * A table in a box that scrolls sideways.
 * @param {string} name
 * @param {Element} head
 * @param {Element} body
 */
function boxed(name, head, body) {
  const thead = element("thead");
  thead.append(head);
  const made = element("table", "", { "aria-label": name });
  made.append(thead, body);
  const scroll = element("div", "", { class: "scroll", tabindex: "0", role: "region", "aria-label": name });
  scroll.append(made);
  return scroll;
}

/** @type {LoadKey[]} */
const loadKeys = [
  "throughput", "completed_share", "latency_mean", "latency_p25", "latency_p50", "latency_p75", "latency_p90",
  "latency_p95", "latency_p99", "latency_max", "failed_requests",
];

/**
 * What load generators reported: a table for each group, with the range over the runs under each figure.
 * @param {Summary} summary
 * @param {LanguageTag} language
 */
function loadResults(summary, language) {
  const labels = labelsOf(summary, language);
  const parts = [];
  for (const group of summary.load_results ?? []) {
    const said = group.display[language];
    if (!said) continue;
    const shown = loadKeys.filter((key) => group.subjects.some((subject) => subject.display[language]?.[key]));
    const head = element("tr");
    for (const name of [labels.subject, labels.runs, ...shown.map((key) => labels[key])])
      head.append(element("th", name, { scope: "col" }));
    const body = element("tbody");
    for (const subject of group.subjects) {
      const row = element("tr");
      row.append(element("th", subject.subject, { scope: "row" }), element("td", String(subject.runs)));
      shown.forEach((key, index) => {
        const missing = index === 0 && subject.withheld ? labels.not_stated : "";
        const cell = element("td", subject.display[language]?.[key] ?? missing);
        const range = subject.display[language]?.[`${key}_range`];
        if (range) cell.append(element("small", range));
        row.append(cell);
      });
      body.append(row);
    }
    parts.push(element("h3", said.caption), boxed(said.caption, head, body));
    parts.push(...[...said.remarks, ...said.notes].map((sentence) => element("p", sentence)));
  }
  if (parts.length > 0) parts.push(element("p", labels.load_results_note));
  return parts;
}

/**
 * @param {Summary} summary
 * @param {LanguageTag} language
 */
function labelsOf(summary, language) {
  const labels = summary.labels[language];
  if (!labels) throw new Error(`the summary has no labels in ${language}`);
  return labels;
}

/**
 * What is saved against each subject, in large figures.
 * @param {Summary} summary
 * @param {LanguageTag} language
 */
function cards(summary, language) {
  const labels = labelsOf(summary, language);
  const list = element("ul", "", { class: "cards" });
  for (const subject of summary.subjects) {
    const said = subject.display[language];
    if (!said?.headline || !said.annual_saving) continue;
    const card = element("li");
    const loss = subject.savings?.annual.amount.startsWith("-") ? "loss" : "saving";
    card.append(element("h3", said.headline), element("strong", said.annual_saving, { class: loss }));
    card.append(element("p", labels.annual_saving));
    if (said.monthly_saving) card.append(element("p", `${labels.monthly_saving}: ${said.monthly_saving}`));
    list.append(card);
  }
  return list;
}

/**
 * One bar a saving, under its name and figure; below zero it points to the left.
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
  const scale = 380 / (high - low || 1);
  const zero = 10 - low * scale;
  const title = labelsOf(summary, language).annual_saving;
  const made = shape("svg", { viewBox: `0 0 400 ${rows.length * 44}`, role: "img", "aria-label": title });
  made.append(shape("title", {}, title));
  rows.forEach(({ subject, value }, index) => {
    const y = index * 44;
    const x = Math.min(zero, zero + value * scale);
    const name = subject.subject.length > 28 ? `${subject.subject.slice(0, 27)}\u2026` : subject.subject;
    made.append(
      shape("text", { x: 6, y: y + 16 }, name),
      shape("text", { x: 394, y: y + 16, "text-anchor": "end" }, subject.display[language]?.annual_saving ?? ""),
      shape("rect", { x, y: y + 22, width: Math.abs(value * scale), height: 14, class: value < 0 ? "loss" : "saving" }),
    );
  });
  const figure = element("figure");
  figure.append(element("figcaption", title), made);
  return figure;
}

/**
 * A part of the page with its mark: figures that were measured, or calculated.
 * @param {string} kind
 * @param {string} mark
 * @param {...Element} content
 */
function part(kind, mark, ...content) {
  const made = element("section", "", { class: kind });
  made.append(element("h2", mark), ...content);
  return made;
}

/**
 * @param {HTMLElement} place
 * @param {Summary} summary
 * @param {LanguageTag} language
 */
function show(place, summary, language) {
  const labels = labelsOf(summary, language);
  const links = element("nav", "", { "aria-label": "Language" });
  for (const tag of summary.languages) {
    const link = element("a", ownName(tag), { href: `#${tag}`, lang: tag, hreflang: tag });
    if (tag === language) link.setAttribute("aria-current", "true");
    links.append(link);
  }
  place.lang = language;
  document.title = labels.title;
  place.replaceChildren(
    links,
    element("h1", labels.title),
    element("p", labels.as_of),
    part(
      "measured", labels.measured, table(summary, language, labels.measured, measured), ...loadResults(summary, language),
    ),
    part(
      "forecast", labels.forecast, element("p", labels.forecast_warning), cards(summary, language),
      table(summary, language, labels.forecast, forecast), chart(summary, language),
    ),
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
