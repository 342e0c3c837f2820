import { expect, test } from "vitest";
import { z } from "zod";
import { labelOf } from "~/contract/field";
import { queryLabel } from "~/contract/query-label";
import { childrenOf, coresOf, itemOf } from "~/server/lib/schema-parts";
import { served } from "~/server/resources/areas";

const strange: unknown[] = [undefined, null, "", "x", "x".repeat(300_000), -1e9, 1e300, 0.123, true, {}, { x: 1 }, []];
strange.push([{}], ["x"], Array(1_000).fill("x"), "2026-13-45", { action: "x", type: "x", kind: "x" });

/** How a program would say it; addresses and names of rules, such as https and SEO, are what people call them. */
const programs =
  /无效输入|期望 |"|\b(string|number|int|boolean|object|array|record|map|set|date|null|undefined|nan|literal|enum|union|true|false|instanceof|invalid|expected|required)\b/i;

test("what is wrong with any field of any call is told in plain Chinese", () => {
  const said = new Map<string, string>();
  const seen = new Set<z.ZodType>();
  const look = (schema: z.ZodType, at: string) => {
    if (seen.has(schema)) return;
    seen.add(schema);
    for (const value of strange)
      for (const { message } of schema.safeParse(value).error?.issues ?? []) said.set(message, at);
    for (const core of coresOf(schema)) {
      for (const item of itemOf(core)) look(item, `${at}[]`);
      if (core instanceof z.ZodObject)
        for (const name of Object.keys(core.shape))
          for (const one of childrenOf([core], name)) look(one, `${at}.${labelOf(one, name)}`);
    }
  };
  for (const { endpoint } of served) {
    look(endpoint.body, endpoint.line);
    look(endpoint.query, `${endpoint.line}?`);
  }
  const wrong = [...said].filter(([message]) => !/\p{Script=Han}/u.test(message) || programs.test(message));
  expect(wrong).toEqual([]);
});

test("every parameter of every address has a Chinese name, for the complaint about it", () => {
  const nameless = served.flatMap(({ endpoint }) => {
    const names = endpoint.query instanceof z.ZodObject ? Object.keys(endpoint.query.shape) : [];
    return names
      .filter((name) => !/\p{Script=Han}/u.test(queryLabel(endpoint, name)))
      .map((name) => `${endpoint.line} ${name}`);
  });
  expect(nameless).toEqual([]);
});
