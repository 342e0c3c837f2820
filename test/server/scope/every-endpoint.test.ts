import { expect, test } from "vitest";
import { z } from "zod";
import type { Endpoint } from "~/contract/endpoint";
import { served } from "~/server/resources/areas";
import { cases as customerCases } from "./customer-cases";
import { elsewhere } from "./elsewhere";
import { cases as ownCases } from "./own-cases";
import { cases as recordCases } from "./record-cases";

const lineOf = ({ line, summary }: Endpoint, name: string) => `${line} ${summary}: ${name}`;

/** The names under which an endpoint takes numbers of records: parameters of its path, and fields of its body however deep. */
function namesIn({ path, method, bytes, body }: Endpoint): string[] {
  const params = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "");
  if (method === "GET" || bytes) return params;
  return [...params, ...fieldsIn(z.toJSONSchema(body, { unrepresentable: "any", io: "input" }))];
}

function fieldsIn(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([name, inner]) => {
    const isNumbers = /(^|_)ids?$/.test(name) && name !== "line_id";
    return isNumbers ? [name] : fieldsIn(inner);
  });
}

test("each endpoint that takes a record's number has its row in the table, and each row its endpoint", () => {
  const proved = [...customerCases, ...ownCases, ...recordCases].map(({ endpoint, name }) => lineOf(endpoint, name));
  const known = new Set([...proved, ...elsewhere.flatMap(({ of, names }) => names.map((name) => lineOf(of, name)))]);
  const due = new Set(served.flatMap(({ endpoint }) => namesIn(endpoint).map((name) => lineOf(endpoint, name))));
  expect({
    missing: [...due].filter((line) => !known.has(line)),
    unknown: [...known].filter((line) => !due.has(line)),
  }).toEqual({ missing: [], unknown: [] });
});
