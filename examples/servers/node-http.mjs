// SPDX-License-Identifier: MIT
// Node's own HTTP server with the contract of examples/web-frameworks.toml: POST /validate takes
// {"id": whole number from 1, "name": 1 to 40 characters} and answers {"id", "name", "valid": true}, else status 400.
import http from "node:http";

const good = (value) =>
  value !== null && typeof value === "object" && Number.isInteger(value.id) && value.id >= 1 &&
  typeof value.name === "string" && value.name.length >= 1 && value.name.length <= 40;

const answer = (response, status, value) => {
  const text = JSON.stringify(value);
  response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(text) });
  response.end(text);
};

http.createServer((request, response) => {
  if (request.url !== "/validate" || request.method !== "POST") return answer(response, 404, { error: "not found" });
  let text = "";
  request.on("data", (piece) => { text += piece; });
  request.on("end", () => {
    let value = null;
    try { value = JSON.parse(text); } catch { /* answered below */ }
    if (!good(value)) return answer(response, 400, { error: "invalid" });
    answer(response, 200, { id: value.id, name: value.name, valid: true });
  });
}).listen(Number(process.env.PORT), "127.0.0.1");
