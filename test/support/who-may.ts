import { expect, test } from "vitest";
import type { Endpoint } from "~/contract/endpoint";
import { type MenuItem, user } from "~/contract/personal/user";
import type { OpenPath, StaffPath } from "~/contract/screens";
import { choose } from "~/server/http/choose";
import { served } from "~/server/resources/areas";
import type { testApi } from "./api";
import { keepDriven, pageLine, rolesLine } from "./driven";
import { makeUser } from "./factories";

const roleCodes = {
  SA: "super_admin",
  SM: "sales_manager",
  SR: "sales",
  CM: "channel_manager",
  EM: "estate_manager",
  CE: "content_editor",
  SE: "seo_editor",
  FI: "finance",
  CS: "customer_service",
} as const;
type Sign = keyof typeof roleCodes;
const signs = Object.keys(roleCodes) as Sign[];

/** Signs with blanks between; super_admin is always one of them. `any`: every signed-in user; `public`: everybody. */
type Roles = "any" | "public" | Sign | `${Sign} ${string}`;

/** An endpoint that shares its line with others (⑂) gives the query or body that means it. */
type Expected = Roles | { roles: Roles; query?: Record<string, string>; body?: Record<string, unknown> };

/** The roles of each endpoint, or of all. */
export type RolesOf<R> = { readonly [Name in keyof R]: Expected } | { all: Roles };
/** Whose menu has each page. */
export type Pages = { readonly [Path in StaffPath | OpenPath]?: Roles };

/**
 * Tests who may call each endpoint of a resource, and whose menu has its pages. The roles are written by hand from the
 * rules (domain A.2, A.3, E), never computed from the contract; `all` where every endpoint is for the same ones.
 * Call it at the end of a file, since what is let through may leave rows.
 */
export function whoMay<R extends Record<string, Endpoint>>(
  api: ReturnType<typeof testApi>,
  resource: R,
  given: RolesOf<R>,
  pages: Pages = {},
): void {
  test("each endpoint is for the roles that the domain names", async ({ task }) => {
    for (const endpoint of Object.values(resource)) keepDriven(rolesLine(endpoint, task.file.name));
    expect(await wrongRoles(api, resource, given)).toEqual([]);
  });

  const paths = Object.entries<Roles>(pages);
  if (paths.length === 0) return;
  test("its pages stand in the menus that the domain names", async () => {
    for (const [path] of paths) keepDriven(pageLine(path));
    for (const [sign, token] of await onePersonPerRole(api)) {
      const shown = pagesIn((await api.send(user.menus, {}, token)).data);
      const due = paths.filter(([, roles]) => includes(roles, sign)).map(([path]) => path);
      expect([sign, ...paths.map(([path]) => path).filter((path) => shown.includes(path))]).toEqual([sign, ...due]);
    }
  });
}

/** Where a caller's role is refused or let through otherwise than expected. */
export async function wrongRoles<R extends Record<string, Endpoint>>(
  api: ReturnType<typeof testApi>,
  resource: R,
  given: RolesOf<R>,
): Promise<string[]> {
  const expected = "all" in given ? Object.fromEntries(Object.keys(resource).map((name) => [name, given.all])) : given;
  const people = await onePersonPerRole(api);
  const wrong: string[] = [];
  for (const [name, one] of Object.entries<Expected>(expected)) {
    const { roles, query = {}, body = {} } = typeof one === "string" ? { roles: one } : one;
    const endpoint = resource[name];
    if (!endpoint) throw new Error(`no endpoint ${name}`);
    if (meant(endpoint, query, body) !== endpoint) wrong.push(`${name}: its query and body mean another endpoint`);
    if (((await codeOf(api, endpoint, query, body)) !== 40100) !== (roles === "public"))
      wrong.push(`${name}: without a token ${roles === "public" ? "refused" : "let through"}`);
    const isOpen = roles === "any" || roles === "public";
    if (isOpen !== (endpoint.permission === "signed-in" || endpoint.permission === "public"))
      wrong.push(`${name}: the contract says ${endpoint.permission}`);
    // What anybody may do would be done.
    if (isOpen) continue;
    for (const [sign, token] of people) {
      const isRefused = (await codeOf(api, endpoint, query, body, token)) === 40300;
      if (isRefused === includes(roles, sign)) wrong.push(`${name}: ${sign} ${isRefused ? "refused" : "let through"}`);
    }
  }
  return wrong;
}

const includes = (roles: Roles, sign: Sign) =>
  sign === "SA" || roles === "any" || roles === "public" || roles.split(" ").includes(sign);

async function onePersonPerRole(api: ReturnType<typeof testApi>): Promise<Map<Sign, string>> {
  const tokens = new Map<Sign, string>();
  for (const sign of signs) {
    const { id } = await makeUser(api.services.db, { role: roleCodes[sign] });
    tokens.set(sign, await api.tokenOf(id));
  }
  return tokens;
}

/** Codes alone decide which endpoint is meant: the caller holds every one. */
const permissions = new Set(
  served.flatMap(({ endpoint: { permission } }) =>
    permission === "public" || permission === "signed-in" ? [] : permission,
  ),
);

/** The endpoint that the server takes for this call. */
function meant(wanted: Endpoint, query: Record<string, string>, body: Record<string, unknown>): Endpoint {
  const group = served.filter(({ endpoint }) => endpoint.line === wanted.line);
  // A test's own endpoints are not among the product's.
  if (group.length === 0) return wanted;
  return choose(group, { query, body }, { id: 0, permissions, mustChangePassword: false }).endpoint;
}

/** Asks for a record that does not exist, with nothing that a form would take: a caller who is let through gets no further. */
async function codeOf(
  { app }: ReturnType<typeof testApi>,
  { method, path }: Endpoint,
  query: Record<string, string>,
  body: Record<string, unknown>,
  token?: string,
): Promise<number> {
  const filled = path.replace(/\{(?:id|\w+_id)\}/g, "999999999").replace(/\{\w+\}/g, "none");
  const response = await app.request(`http://test.local${filled}?${new URLSearchParams(query)}`, {
    method,
    headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(method === "GET" ? {} : { body: JSON.stringify(body) }),
  });
  const isJson = response.headers.get("content-type")?.includes("json");
  return isJson ? (await response.json()).code : response.status;
}

const pagesIn = (items: readonly MenuItem[]): string[] =>
  items.flatMap(({ path, children }) => (children.length ? pagesIn(children) : [path]));
