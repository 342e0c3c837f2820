import { expect, test } from "vitest";
import { makeUser } from "~/test/support/factories";
import { listedParameter, listedPath } from "~/test/support/public-lists";
import { testApi } from "../../support/api";
import { resetDatabase, testDatabase } from "../../support/database";

/** Paths that the specification fixes or names; and the one at which sites tell of their visitors, which these may refuse. */
const excepted = [
  "/crm/tracking",
  "/api/customer/tracking",
  "/crm/auth/user/statistics",
  "/api/inquiry/tracker",
  "/api/public/track",
];

interface Document {
  paths: Record<string, Record<string, { parameters: { name: string; in: string }[] }>>;
}

const { db } = testDatabase();
const api = testApi(db);

async function paths() {
  await resetDatabase(db);
  const admin = await makeUser(db, { role: "super_admin" });
  const token = await api.tokenOf(admin.id);
  const answer = await api.app.request("http://test.local/api/openapi.json", {
    headers: { authorization: `Bearer ${token}` },
  });
  const { paths } = (await answer.json()) as Document;
  return Object.entries(paths).map(([path, methods]) => ({
    path,
    exception: excepted.find((one) => path === one || path.startsWith(`${one}/`)),
    query: Object.values(methods).flatMap(({ parameters }) =>
      parameters.flatMap((parameter) => (parameter.in === "query" ? [parameter.name] : [])),
    ),
  }));
}

test("no path of the API is one that blockers keep away, but those that are fixed", async () => {
  const all = await paths();
  expect(all.length).toBeGreaterThan(500);
  for (const { path, exception } of all)
    expect(listedPath(exception ? path.slice(exception.length) : path), path).toBeUndefined();
  for (const one of excepted) expect(listedPath(one), one).toBeDefined();
});

test("no query has a name of the lists, and none at a fixed path may begin with id or t", async () => {
  for (const { path, exception, query } of await paths()) {
    expect(query.filter(listedParameter), path).toEqual([]);
    if (exception)
      expect(
        query.filter((name) => name === "id" || name === "t"),
        path,
      ).toEqual([]);
  }
});
