// SPDX-License-Identifier: MIT
// One worker of Node's own HTTP server: GET / says hello, all else is refused.
import http from "node:http";

http.createServer((request, response) => {
  if (request.method !== "GET") return response.writeHead(405).end();
  if (request.url !== "/") return response.writeHead(404).end();
  response.writeHead(200, { "content-type": "text/plain" });
  response.end("Hello world!");
}).listen(Number(process.env.PORT), "127.0.0.1");
