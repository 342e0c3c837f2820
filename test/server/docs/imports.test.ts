import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { cruise, type ICruiseResult, type IForbiddenRuleType } from "dependency-cruiser";
import { expect, onTestFinished, test } from "vitest";

const root = join(import.meta.dirname, "../../..");
const { forbidden }: { forbidden: IForbiddenRuleType[] } = createRequire(import.meta.url)(
  join(root, ".dependency-cruiser.cjs"),
);
const names = forbidden.map(({ name = "" }) => name);

/** A wrong import for each rule: the file, and what it imports. The orders of folders are not listed here. */
const examples: Record<string, [from: string, to: string]> = {
  "contract-stands-alone": ["contract/wrong.ts", "server/lib/a.ts"],
  "app-never-imports-server": ["app/wrong.ts", "server/lib/a.ts"],
  "server-never-imports-app": ["server/wrong.ts", "app/api/a.ts"],
  "visitor-stands-alone": ["visitor/wrong.ts", "server/lib/a.ts"],
  "visitor-knows-texts": ["visitor/wrong.ts", "contract/field.ts"],
  "phones-are-read-once": ["server/lib/wrong.ts", "libphonenumber-js/max"],
  "database-is-the-ground": ["server/database/wrong.ts", "server/lib/a.ts"],
  "lib-knows-database": ["server/lib/wrong.ts", "server/identity/a.ts"],
  "config-knows-lib": ["server/config.ts", "server/identity/a.ts"],
  "identity-knows-lib": ["server/identity/wrong.ts", "server/http/a.ts"],
  "http-knows-identity": ["server/http/wrong.ts", "server/outbox/a.ts"],
  "outbox-knows-identity": ["server/outbox/wrong.ts", "server/http/a.ts"],
  "backup-knows-identity": ["server/backup/wrong.ts", "server/http/a.ts"],
  "assistant-knows-http": ["server/assistant/wrong.ts", "server/resources/shared/a.ts"],
  "fake-provider-knows-http": ["server/fake-provider/wrong.ts", "server/resources/shared/a.ts"],
  "resources-know-http-and-outbox": ["server/resources/wrong.ts", "server/jobs/a.ts"],
  "jobs-know-resources": ["server/jobs/wrong.ts", "server/demo/a.ts"],
  "demo-knows-resources": ["server/demo/wrong.ts", "server/jobs/a.ts"],
  "metrics-know-jobs": ["server/metrics/wrong.ts", "server/resources/shared/a.ts"],
  "commands-are-ends": ["server/wrong.ts", "server/commands/a.ts"],
  "areas-never-import-their-sum": ["server/resources/house/wrong.ts", "server/resources/areas.ts"],
  "app-areas": ["app/routes/house/wrong.ts", "app/routes/deal/a.ts"],
  "remix-stands-alone": ["remix/wrong.ts", "app/api/a.ts"],
  "no-cycles": ["app/one.ts", "app/two.ts"],
  resolvable: ["app/wrong.ts", "app/missing.ts"],
};

/** The next folder of an order, or for its last one a folder that it does not list. */
function wrongImport(name: string): [from: string, to: string] {
  const example = examples[name];
  if (example) return example;
  const within = dirname(name);
  const order = names.filter((other) => other.includes("/") && dirname(other) === within);
  const next = order[order.indexOf(name) + 1] ?? `${within}/unlisted`;
  return [`${name}/wrong.ts`, `${next}/a.ts`];
}

/** Writes the file and what it imports into a folder of their own, and gives the rules that they break. */
async function brokenBy([from, to]: [from: string, to: string]): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "imports-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  };
  const isPackage = !to.endsWith(".ts");
  const spoken = isPackage ? to : `./${relative(dirname(from), to)}`;
  write(from, `import "${spoken}";\n`);
  if (to === "app/two.ts") write(to, `import "./one";\n`);
  else if (!isPackage && !to.includes("missing")) write(to, "export const a = 1;\n");
  const { output } = await cruise([from.split("/")[0] ?? ""], {
    baseDir: folder,
    ruleSet: { forbidden },
    validate: true,
    preserveSymlinks: true,
    tsPreCompilationDeps: true,
    doNotFollow: { path: "node_modules" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "default", "types"] },
  });
  return (output as ICruiseResult).summary.violations.map(({ rule }) => rule.name);
}

test.for(names)("a wrong import breaks %s", async (name) => {
  expect(await brokenBy(wrongImport(name))).toContain(name);
});
