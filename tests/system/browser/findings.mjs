// SPDX-License-Identifier: MIT
// Runs in the page. Where text is cut off, lies over other text, or has no glyph: a list of complaints.
export function findings() {
  const complaints = [];
  const width = document.documentElement.clientWidth;
  const say = (what, text) => complaints.push(`${what}: ${text.trim().slice(0, 60)}`);
  if (document.documentElement.scrollWidth > width) complaints.push(`overflow: the page is ${document.documentElement.scrollWidth} wide, not ${width}`);

  // Every visible piece of text with the boxes of its lines.
  const pieces = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (!node.data.trim() || parent.closest("style, script, title, desc")) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) if (box.width > 0.5 && box.height > 0.5) pieces.push({ box, parent, text: node.data });
  }

  const scrolls = (element) => element.closest(".scroll") && getComputedStyle(element.closest(".scroll")).overflowX === "auto";
  for (const { box, parent, text } of pieces) {
    if ((box.right > width + 1 || box.left < -1) && !scrolls(parent)) say("cut at the edge of the page", text);
    const plot = parent.closest("svg");
    if (plot) {
      const frame = plot.getBoundingClientRect();
      if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 2 || box.bottom > frame.bottom + 2)
        say("cut at the edge of a plot", text);
    }
    const hiding = parent.closest("td, th, li, p, h1, h2, h3, dd, dt");
    if (hiding && getComputedStyle(hiding).overflowX !== "visible" && hiding.scrollWidth > hiding.clientWidth + 1) say("cut in its box", text);
    // A narrow cell must not let its text run into the next one.
    const cell = parent.closest("td, th");
    if (cell) {
      const frame = cell.getBoundingClientRect();
      if (box.left < frame.left - 1 || box.right > frame.right + 1) say("runs out of its cell", text);
    }
  }

  // A word of a heading that is broken within, where no language allows it. German hyphenates.
  if (!document.documentElement.lang.startsWith("de"))
    for (const heading of document.querySelectorAll("thead th, caption, h1, h2, h3, figcaption")) {
      const longest = Math.max(...heading.textContent.trim().split(/[\s/()]+/).map((word) => word.length));
      if (/[\u3040-\u30ff\u4e00-\u9fff]/.test(heading.textContent) || longest > 40) continue;
      const lines = new Set(pieces.filter(({ parent }) => parent === heading).map(({ box }) => Math.round(box.top))).size;
      if (lines > heading.textContent.trim().split(/[\s/]+|(?=\()|-/).length) say("broken within a word", heading.textContent);
    }

  // Boxes of lines touch where letters do not: a quarter is taken off above and below.
  const boxes = pieces.map(({ box, parent, text }) => ({
    left: box.left + 1, right: box.right - 1, top: box.top + box.height / 4, bottom: box.bottom - box.height / 4, parent, text,
  })).sort((a, b) => a.top - b.top);
  for (let i = 0; i < boxes.length; ++i)
    for (let k = i + 1; k < boxes.length && boxes[k].top < boxes[i].bottom; ++k) {
      const [a, b] = [boxes[i], boxes[k]];
      if (a.left < b.right && b.left < a.right && !(scrolls(a.parent) !== scrolls(b.parent)))
        say("overlap", `${a.text.trim().slice(0, 25)} / ${b.text}`);
    }

  // A character without a glyph looks like one that no font has.
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 40;
  const paint = canvas.getContext("2d", { willReadFrequently: true });
  const drawn = (character, font) => {
    paint.clearRect(0, 0, 40, 40);
    paint.font = font;
    paint.fillText(character, 4, 30);
    return paint.getImageData(0, 0, 40, 40).data.join();
  };
  const font = `24px ${getComputedStyle(document.body).fontFamily}`;
  const missing = drawn("\u{10fffd}", font);
  for (const character of new Set(pieces.map((piece) => piece.text).join("")))
    if (character.trim() && drawn(character, font) === missing) say("no glyph for", character);
  return complaints;
}
