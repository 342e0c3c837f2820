import { expect, test } from "vitest";
import { z } from "zod";
import { queryLabel } from "~/contract/query-label";
import { served } from "~/server/resources/areas";

test("every parameter of every address has a Chinese name, for the complaint about it", () => {
  const nameless = served.flatMap(({ endpoint }) => {
    const names = endpoint.query instanceof z.ZodObject ? Object.keys(endpoint.query.shape) : [];
    return names
      .filter((name) => !/\p{Script=Han}/u.test(queryLabel(endpoint, name)))
      .map((name) => `${endpoint.line} ${name}`);
  });
  expect(nameless).toEqual([]);
});
