import openapiTS, { astToString } from "openapi-typescript";
import { expect, test } from "vitest";
import { desk } from "~/test/support/desk";

const { ask } = desk({});

const head = `// Generated from GET /api/public/openapi.json by openapi-typescript. Not to be edited: after a change of the public API run
// npx vitest run --project server test/server/site/public-client.test.ts -u

`;

test("the types of the sample site's client are those of the public API as it is", async () => {
  const document = await (await ask("openapi.json")).json();
  const types = head + astToString(await openapiTS(document));
  await expect(types).toMatchFileSnapshot("../../../docs/sample-site/public-api.d.ts");
});

test("everybody reads which addresses sites call, and of no others", async () => {
  const answer = await ask("openapi.json");
  expect(answer.headers.get("cache-control")).toBe("public, max-age=3600, s-maxage=60");
  const { paths }: { paths: Record<string, Record<string, { security: unknown[] }>> } = await answer.json();
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining(["/api/public/article/{slug}", "/api/public/track", "/api/inquiry/public"]),
  );
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.values(methods).map(({ security }) => [path, security] as const),
  );
  expect(calls.filter(([path, security]) => !/^\/api\/(public|inquiry\/public)/.test(path) || security.length)).toEqual(
    [],
  );
});
