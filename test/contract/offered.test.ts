import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { metaOf } from "~/contract/field";
import { permissions } from "~/contract/permissions";
import { allScreens } from "~/contract/screens";
import { definitionOf, isShownSetting, offeredSettings } from "~/contract/system/setting";
import { served } from "~/server/resources/areas";

const root = new URL("../..", import.meta.url).pathname;
/** Where codes and keys are declared, given and set, which is no use of them. */
const declaring =
  /^contract\/(permissions|screens|system\/setting)\.ts|\/screens\.ts$|^server\/(demo|database\/baseline|resources\/system\/setting)|\/set-center\//;
const source = ["app", "contract", "server"]
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, String(file))))
  .filter((file) => /\.tsx?$/.test(file) && !declaring.test(file))
  .map((file) => readFileSync(join(root, file), "utf8"))
  .join("\n");

it("every code that roles give is asked for", () => {
  const required = new Set<string>([
    ...served.flatMap(({ endpoint }) => endpoint.permission),
    ...allScreens.filter(({ file }) => file).flatMap(({ permission = [] }) => permission),
  ]);
  expect(permissions.filter((code) => !required.has(code) && !source.includes(`"${code}"`))).toEqual([]);
});

it("shows the settings that something reads, and no other", () => {
  expect(offeredSettings.filter(isShownSetting)).toEqual(offeredSettings.filter((key) => source.includes(`"${key}"`)));
});

it("says of each setting that the screen offers what it does", () => {
  const silent = offeredSettings.filter((key) => {
    const { label = "", help = "" } = metaOf(definitionOf(key).schema);
    // The label once more is no help.
    return help.trim().length < 4 || help === label;
  });
  expect(silent).toEqual([]);
});
