import { expect, it } from "vitest";
import { allScreens } from "~/contract/screens";
import { served } from "~/server/resources/areas";
import { fileLine, filesOfRun, pageLine, readDriven, rolesLine } from "~/test/support/driven";

// Runs after the server's tests (vitest.config.ts), which say who may call what (test/support/who-may.ts).

const kept = readDriven();
const isWhole = filesOfRun("server").every((file) => kept.has(fileLine(file)));

it("one server test says who may call an endpoint", ({ skip }) => {
  skip(!isWhole, "only a run of all the server's tests can say");
  const lines = [...kept];
  const wrong = served.flatMap(({ endpoint }) => {
    const files = lines.filter((line) => line.startsWith(rolesLine(endpoint, "")));
    return files.length === 1 ? [] : [`${endpoint.line} ${endpoint.summary}: ${files.length} tests`];
  });
  expect(wrong).toEqual([]);
});

it("a server test says in whose menu a page stands", ({ skip }) => {
  skip(!isWhole, "only a run of all the server's tests can say");
  const pages = allScreens.filter(
    ({ menu, file, children = [] }) => menu && file && !children.some((child) => child.menu),
  );
  expect(pages.map(({ path }) => path).filter((path) => !kept.has(pageLine(path)))).toEqual([]);
});
