import { Validator } from "@seriousme/openapi-schema-validator";
import { beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Endpoint } from "~/contract/endpoint";
import type { FieldError } from "~/contract/errors";
import { permissions } from "~/contract/permissions";
import { trendFigures, trendKeys } from "~/contract/trend/trend-figures";
import { createApp } from "~/server/app";
import { blacklist } from "~/server/database/tables/customer/audience";
import { served } from "~/server/resources/areas";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { makeUser, put } from "~/test/support/factories";

const { db } = testDatabase();
const api = testApi(db);
beforeAll(() => resetDatabase(db));

// Every file of the contract, so that none can be forgotten here.
const resources = Object.values(
  import.meta.glob<Record<string, unknown>>("../../../contract/**/*.ts", { eager: true }),
);
const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === "object" && value !== null && "line" in value;
const declared = resources.flatMap((module) =>
  Object.values(module).flatMap((one): Endpoint[] =>
    typeof one === "object" && one !== null ? Object.values(one).filter(isEndpoint) : [],
  ),
);
const concrete = (endpoint: Endpoint) => endpoint.path.replace(/\{(\w+)\}/g, "1");

type Selection = Record<"query" | "body", Record<string, string>>;
/** What distinguishes calls that share a method and path (⑂). */
const asking = (query: Selection["query"]): Selection => ({ query, body: {} });
const selections: Selection[] = [
  ...[asking({}), asking({ view: "pool" }), asking({ view: "owned" }), asking({ trashed: "only" })],
  ...["tracking_valid", "inquiry_new", "clue_new", "contract_count"].map((metric) => asking({ metric })),
  ...["commission_received", "estate_new", "agent_active"].map((metric) => asking({ metric })),
  // One figure of each kind of rows.
  ...[...new Map(trendKeys.map((key) => [trendFigures[key].rows, key])).values()].map((metric) => asking({ metric })),
  ...[
    ...["claim", "approve", "close", "reopen", "match", "verify"],
    ...["assign", "contacted", "convert", "undo_convert", "invalid"],
  ].map((action) => ({ query: {}, body: { action } })),
  ...["case_stage", "check"].map((name) => ({ query: {}, body: { [name]: "1" } })),
];

/** Input by which the server takes a request for this call, and for no other of the same path. */
function selecting(endpoint: Endpoint) {
  const others = declared.filter((one) => one !== endpoint && one.line === endpoint.line);
  const means = (one: Endpoint, input: Selection) => one.select?.(input, 0) ?? false;
  const chosen = selections.find(
    (input) => (endpoint.select ? means(endpoint, input) : true) && !others.some((other) => means(other, input)),
  );
  if (!chosen) throw new Error(`${endpoint.line} (${endpoint.summary}): no input of this test selects it`);
  return chosen;
}

test("every endpoint of the contract is served, and nothing else", () => {
  expect(declared.length).toBeGreaterThan(30);
  // By name: a list whose screen fixes a filter is the same call.
  const nameOf = ({ line, summary }: Endpoint) => `${line} ${summary}`;
  expect(new Set(served.map(({ endpoint }) => nameOf(endpoint)))).toEqual(new Set(declared.map(nameOf)));
});

test.each(declared.filter((endpoint) => endpoint.permission !== "public").map((endpoint) => [endpoint.line, endpoint]))(
  "%s refuses a caller without a token",
  async (_line, endpoint) => {
    const response = await api.app.request(concrete(endpoint), { method: endpoint.method });
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ code: 40100, message: "登录已过期，请重新登录", data: null });
  },
);

/** A user with every permission but those that need these codes; one for each set of codes. */
const others = new Map<string, Promise<string>>();
function tokenWithout(own: readonly string[]): Promise<string> {
  const rest = permissions.filter((code) => !own.includes(code));
  const token =
    others.get(own.join()) ?? makeUser(db, { permissions: rest, scope: "all" }).then(({ id }) => api.tokenOf(id));
  others.set(own.join(), token);
  return token;
}
const guarded = declared.filter(({ permission }) => permission !== "public" && permission !== "signed-in");
test.each(guarded.map((endpoint) => [endpoint.line, endpoint.summary, endpoint]))(
  "%s (%s) refuses somebody without its permission",
  async (_line, _summary, endpoint) => {
    const { query, body } = selecting(endpoint);
    const response = await api.app.request(`${concrete(endpoint)}?${new URLSearchParams(query)}`, {
      method: endpoint.method,
      headers: { authorization: `Bearer ${await tokenWithout([endpoint.permission].flat())}` },
      ...(endpoint.method === "GET" ? {} : { body: JSON.stringify(body) }),
    });
    expect(response.status).toBe(403);
    expect(await response.json()).toMatchObject({ code: 40300, message: "没有操作权限" });
  },
);

test("each answer carries a request id, is not cached, and may not be framed", async () => {
  const response = await api.app.request("/api/system/config/public", { headers: { "x-request-id": "abcdefgh-1" } });
  expect(response.headers.get("x-request-id")).toBe("abcdefgh-1");
  expect(response.headers.get("cache-control")).toBe("no-store");
  expect(response.headers.get("x-content-type-options")).toBe("nosniff");
  expect(response.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
});

test("the readable page of the API may load its own script and style, and nothing else", async () => {
  const response = await api.app.request("/api/docs");
  expect(response.headers.get("content-security-policy")).toContain("script-src 'self'");
  const page = await response.text();
  for (const [, path = ""] of page.matchAll(/(?:href|src)="(\/api\/docs\/[^"]+)"/g)) {
    const part = await api.app.request(path);
    expect([part.status, part.headers.get("content-type")]).toEqual([200, expect.stringMatching(/^text\//)]);
  }
  expect((await api.app.request("/api/docs/package.json")).status).toBe(404);
});

test("OpenAPI describes every endpoint with its Chinese labels", async () => {
  const asUser = await api.tokenOf((await makeUser(db, { role: "sales" })).id);
  const response = await api.app.request("/api/openapi.json", { headers: { authorization: `Bearer ${asUser}` } });
  const document = await response.json();
  expect(document.openapi).toBe("3.1.0");
  for (const endpoint of declared) expect(document.paths[endpoint.path]).toHaveProperty(endpoint.method.toLowerCase());
  const named = document.tags.map(({ name }: { name: string }) => name);
  for (const item of Object.values(document.paths) as object[])
    for (const { tags } of Object.values(item)) expect(named).toContain(tags[0]);
  const assign = document.paths["/crm/customer/assign/{id}"].put;
  expect(assign.requestBody.content["application/json"].schema.oneOf).toHaveLength(2);
  const edit = document.paths["/crm/customer/information/{id}"].put.requestBody.content["application/json"].schema;
  expect(edit.properties.name.title).toBe("客户姓名");
  // A line that several entries share takes what any of them takes.
  const rows = document.paths["/api/figures/trend/rows"].get.parameters;
  const metric = rows.find(({ name }: { name: string }) => name === "metric");
  const taken = declared.flatMap(({ path, query }) =>
    path === "/api/figures/trend/rows" && query instanceof z.ZodObject ? query.shape.metric.options : [],
  );
  expect(metric.schema.enum.toSorted()).toEqual([...new Set(taken)].toSorted());
  expect(metric.schema.enum.length).toBeGreaterThan(10);
});

test("a tool that is not ours accepts the OpenAPI file as it is served", async () => {
  const asUser = await api.tokenOf((await makeUser(db, { role: "sales" })).id);
  const response = await api.app.request("/api/openapi.json", { headers: { authorization: `Bearer ${asUser}` } });
  const { valid, errors } = await new Validator().validate(await response.json());
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

test("a DELETE's reason may stand in the address, for clients that send no body with it", async () => {
  const manager = await makeUser(db, { role: "super_admin" });
  const row = await put(db, blacklist, { type: "phone", value: "+8613812345678", reason: "ads" });
  const remove = (query: string) =>
    api.app.request(`/api/customer/blacklist/${row?.id}${query}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${token}` },
    });
  const token = await api.tokenOf(manager.id);
  expect((await remove("")).status).toBe(422);
  expect((await remove(`?reason=${encodeURIComponent("误加")}`)).status).toBe(200);
  expect(await db.select().from(blacklist)).toMatchObject([{ removed_reason: "误加" }]);
});

const withPages = createApp(api.services, async (request) =>
  new URL(request.url).pathname.startsWith("/static/")
    ? new Response("not found", { status: 404 })
    : new Response("a page"),
);

test.each(["/healthz", "/readyz", "/static/js/gone.js", "/login", "/api/nothing", "/crm/nothing"])(
  "%s carries the headers that keep a page safe",
  async (path) => {
    const headers = (await withPages.request(path)).headers;
    expect(headers.get("strict-transport-security")).toMatch(/^max-age=\d{7,}/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-frame-options")).toBe("DENY");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("content-security-policy")).toBeTruthy();
  },
);

test("a complaint about a parameter of the address names it in Chinese", async () => {
  const token = await api.tokenOf((await makeUser(db, { role: "super_admin" })).id);
  const response = await api.app.request("/api/customer/blacklist?page=x&status=lost&created_from=never", {
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = await response.json();
  expect(data.errors.map(({ label }: FieldError) => label).sort()).toEqual(["创建时间（起）", "状态", "页码"].sort());
});
