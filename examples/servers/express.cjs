// SPDX-License-Identifier: MIT
// Express with the contract of examples/web-frameworks.toml. npm install express makes it run.
const express = require("express");

const app = express();
app.use(express.json());
app.post("/validate", (request, response) => {
  const value = request.body;
  const good = value !== null && typeof value === "object" && Number.isInteger(value.id) && value.id >= 1 &&
    typeof value.name === "string" && value.name.length >= 1 && value.name.length <= 40;
  if (!good) return response.status(400).json({ error: "invalid" });
  response.json({ id: value.id, name: value.name, valid: true });
});
app.use((error, request, response, next) => response.status(400).json({ error: "invalid" }));
app.listen(Number(process.env.PORT), "127.0.0.1");
