// SPDX-License-Identifier: MIT
// Fastify with the contract of examples/web-frameworks.toml. npm install fastify makes it run.
const fastify = require("fastify")({ logger: false });

fastify.post("/validate", {
  schema: {
    body: {
      type: "object",
      required: ["id", "name"],
      properties: { id: { type: "integer", minimum: 1 }, name: { type: "string", minLength: 1, maxLength: 40 } },
    },
  },
}, (request, reply) => reply.send({ id: request.body.id, name: request.body.name, valid: true }));
fastify.listen({ port: Number(process.env.PORT), host: "127.0.0.1" });
