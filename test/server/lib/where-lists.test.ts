import { expect, test } from "vitest";
import { z } from "zod";
import { type Endpoint, isList } from "~/contract/endpoint";
import { type Comparison, whereLimit } from "~/contract/where";
import { comparisonsOf, groupFields, type WhereField, whereFields } from "~/contract/where-fields";
import { served } from "~/server/resources/areas";
import { desk } from "~/test/support/desk";

const { asAdmin } = desk({ admin: { role: "super_admin" } });

/** Every list of the API that is filtered by its fields. */
const lists = served
  .map(({ endpoint }) => endpoint)
  .filter((endpoint) => isList(endpoint) && !endpoint.path.includes("{") && "where" in shapeOf(endpoint));

function shapeOf({ query }: Endpoint): Record<string, z.ZodType> {
  return query instanceof z.ZodObject ? query.shape : {};
}

/** What distinguishes a list of a shared path, and one filter that leaves few rows. */
function plainOf(endpoint: Endpoint): Record<string, unknown> {
  const shape = shapeOf(endpoint);
  const plain: Record<string, unknown> = {};
  for (const name of ["view", "trashed"]) if (shape[name]) plain[name] = shape[name].safeParse(undefined).data;
  const time = ["created", "at"].find((name) => shape[`${name}_from`]);
  if (time) Object.assign(plain, { [`${time}_from`]: "2026-01-01", [`${time}_to`]: "2026-01-31" });
  else if (shape.keyword) plain.keyword = "王";
  return plain;
}

function sampleOf({ kind, options, scene }: WhereField, cmp: Comparison): unknown {
  if (cmp === "empty" || cmp === "not_empty") return undefined;
  if (cmp === "within") return "-7d";
  if (cmp === "between") return kind === "day" ? ["-30d", "2026-12-31"] : [1, 2];
  if (kind === "day") return "2026-01-31";
  if (kind === "number") return 3;
  if (kind === "flag") return true;
  if (kind === "reference" || scene === "estates" || scene === "districts") return [1, 2];
  return kind === "text" ? "王" : [Object.keys(options ?? { x: "" })[0]];
}

test("every list answers every comparison of every field that its contract names", async () => {
  expect(lists.length).toBeGreaterThan(15);
  const refused: string[] = [];
  for (const endpoint of lists) {
    const fields = whereFields(endpoint);
    expect(fields.length, endpoint.line).toBeGreaterThan(0);
    const conditions = fields.flatMap((field) =>
      comparisonsOf[field.kind].map((cmp) => ({ field: field.name, cmp, value: sampleOf(field, cmp) })),
    );
    for (let start = 0; start < conditions.length; start += whereLimit) {
      const where = { op: "or", items: conditions.slice(start, start + whereLimit) };
      const { code, data } = await asAdmin.unchecked(endpoint, {
        query: { ...plainOf(endpoint), page_size: 10, where },
      });
      if (code !== 200) refused.push(`${endpoint.summary} ${code} ${JSON.stringify({ where, data })}`);
    }
    for (const { name } of groupFields(endpoint)) {
      const { code, data } = await asAdmin.unchecked(endpoint, { query: { ...plainOf(endpoint), group: name } });
      if (code !== 200 || !Array.isArray((data as { groups?: unknown }).groups))
        refused.push(`${endpoint.summary} group ${name}: ${code}`);
    }
  }
  expect(refused).toEqual([]);
});
