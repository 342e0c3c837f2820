import { expect, it } from "vitest";
import { type Endpoint, isRowNumber } from "~/contract/endpoint";
import { callLine, fileLine, filesOfRun, readDriven } from "~/test/support/driven";

// Runs after the app's tests (vitest.config.ts).

const contracts = import.meta.glob<Record<string, unknown>>("../../contract/**/*.ts", { eager: true });
const sources = Object.values(
  import.meta.glob<string>("../../app/**/*.{ts,tsx}", { eager: true, query: "?raw", import: "default" }),
);
/** Whatever the app's sources take of something, as `broker.remove`. */
const taken = new Set(
  sources.flatMap((source) => [...source.matchAll(/\b(\w+)(?=\.(\w+)\b)/g)].map(([, one, part]) => `${one}.${part}`)),
);

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "line" in value && "method" in value;

/** Every endpoint that writes and that a source of the app names, as `broker.remove`. */
function actsOfApp(): [name: string, endpoint: Endpoint][] {
  return Object.values(contracts).flatMap((module) =>
    Object.entries(module).flatMap(([resource, endpoints]) =>
      typeof endpoints === "object" && endpoints !== null
        ? Object.entries(endpoints).flatMap(([act, endpoint]): [string, Endpoint][] => {
            const isNamed = taken.has(`${resource}.${act}`);
            return isEndpoint(endpoint) && endpoint.method !== "GET" && isNamed
              ? [[`${resource}.${act}`, endpoint]]
              : [];
          })
        : [],
    ),
  );
}

/** What a call of the endpoint looks like; parameters that are no row numbers match anything. */
const patternOf = ({ method, path }: Endpoint): RegExp =>
  new RegExp(
    `^${callLine(method, path).replace(/\{(\w+)\}/g, (_, name: string) => (isRowNumber(name) ? "\\{n\\}" : "[^/]+"))}$`,
  );

it("each act of the app is driven by a test of it", async ({ skip }) => {
  const driven = readDriven();
  const isWhole = filesOfRun("app").every((file) => driven.has(fileLine(file)));
  skip(!isWhole, "only a run of all the app's tests can say");
  const acts = actsOfApp();
  expect(acts.length).toBeGreaterThan(100);
  const lines = [...driven];
  const missing = acts.filter(([, endpoint]) => !lines.some((line) => patternOf(endpoint).test(line)));
  // As text, since a long list would be cut short in the message.
  expect([...new Set(missing.map(([, { line }]) => line))].sort().join("\n")).toBe("");
});
