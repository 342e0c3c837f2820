import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

/** Files that read the machine's clock, and why: how long something takes on this page, and what the server's clock is. */
const allowed: Readonly<Record<string, string>> = {
  "app/api/call.ts": "when a request left",
  "app/api/clock.ts": "the difference to the server's",
  "app/api/viewer-age.ts": "for how long the viewer is new",
  "app/routes/inquiry/inquiry-labels.tsx": "what has passed since the server said what is left",
  "app/session/one-time.ts": "for how long a value that one page leaves to the next counts",
  "app/session/scenes.ts": "for how long options are new",
  "contract/now.ts": "the present by the server's clock is made of it",
};

const sources = ["app", "contract"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => `${folder}/${file}`),
);

it("is read by nothing that a person sees", () => {
  const reads = sources.filter((file) => /new Date\(\)|\bDate\.now\b|\bDate\(\)/.test(readFileSync(file, "utf8")));
  expect(reads.sort()).toEqual(Object.keys(allowed).sort());
});

it("gives no form its moment: what nobody has chosen is the server's now", () => {
  const filled = sources.filter((file) =>
    /_?at: new Date\(now\(\)\)\.toISOString\(\)/.test(readFileSync(file, "utf8")),
  );
  // A chat message shows this time until the server has it.
  expect(filled).toEqual(["app/routes/inquiry/chat/conversation.ts"]);
});
