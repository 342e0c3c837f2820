// Builds the site anew when the desk says by a webhook that something public has changed: `SECRET=… node rebuild.mjs`.
import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { build } from "./build.mjs";

/** Whether a delivery is the desk's own, and of now. @param {import("node:http").IncomingHttpHeaders} headers */
export function isOurs(headers, body = "", secret = "", now = Date.now()) {
  const timestamp = String(headers["x-xinfang-timestamp"]);
  const expected = createHmac("sha256", secret).update(`${timestamp}.${body}`).digest();
  const given = Buffer.from(String(headers["x-xinfang-signature"]).replace(/^sha256=/, ""), "hex");
  const isSigned = given.length === expected.length && timingSafeEqual(given, expected);
  return isSigned && Math.abs(now / 1000 - Number(timestamp)) < 300;
}

const { DESK = "", SITE_KEY = "", OUT = "out", SECRET, PORT = "8080" } = process.env;
if (process.argv[1] === fileURLToPath(import.meta.url) && SECRET) {
  let [isBuilding, isWanted] = [false, false];
  createServer(async (request, response) => {
    let body = "";
    for await (const chunk of request.setEncoding("utf8")) body += chunk;
    const isTaken = isOurs(request.headers, body, SECRET);
    response.writeHead(isTaken ? 204 : 403).end();
    isWanted ||= isTaken;
    if (isBuilding) return;
    isBuilding = true;
    // What comes during a build is one more build.
    while (isWanted) {
      isWanted = false;
      await build({ desk: DESK, key: SITE_KEY, out: OUT }).catch((error) => process.stderr.write(`${error}\n`));
    }
    isBuilding = false;
  }).listen(Number(PORT), "127.0.0.1");
}
