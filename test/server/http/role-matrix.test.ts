import { beforeAll, expect, test } from "vitest";
import { type MenuItem, user } from "~/contract/personal/user";
import { allScreens } from "~/contract/screens";
import { choose } from "~/server/http/choose";
import { served } from "~/server/resources/areas";
import { testApi } from "~/test/support/api";
import { resetDatabase, testDatabase } from "~/test/support/database";
import { makeUser } from "~/test/support/factories";
import { endpointMatrix, pageMatrix, type RoleSign, roleCodes } from "~/test/support/role-matrix";

const { db } = testDatabase();
const api = testApi(db);
const signs = Object.keys(roleCodes) as RoleSign[];
const people = new Map<RoleSign, { id: number; token: string }>();

beforeAll(async () => {
  await resetDatabase(db);
  for (const sign of signs) {
    const { id } = await makeUser(db, { role: roleCodes[sign] });
    people.set(sign, { id, token: await api.tokenOf(id) });
  }
});

const may = (who: string, sign: RoleSign) =>
  sign === "SA" || who === "any" || who === "public" || who.split(" ").includes(sign);

/** A line of the table taken apart: `PUT /path/{id}?view=pool {"action":"claim"}`. */
function read(key: string) {
  const [, method = "", path = "", search = "", body = "{}"] =
    /^(\S+) ([^?\s]+)(?:\?(\S+))?(?: (\{.*\}))?$/.exec(key) ?? [];
  return { line: `${method} ${path}`, method, path, search, body };
}

/** Codes alone decide here: somebody who holds every one. */
const everything = { id: 0, permissions: new Set(served.flatMap(({ endpoint }) => endpoint.permission)) } as never;

/** The endpoint that a line of the table means. */
function meant(key: string) {
  const { line, search, body } = read(key);
  const group = served.filter(({ endpoint }) => endpoint.line === line);
  if (group.length === 0) return undefined;
  const input = { query: Object.fromEntries(new URLSearchParams(search)), body: JSON.parse(body) };
  return choose(group, input, everything).endpoint;
}

/** Asks for a record that does not exist, with nothing that a form would take: whoever is let through gets no further. */
async function ask(key: string, token?: string): Promise<number> {
  const { method, path, search, body } = read(key);
  const filled = path.replace(/\{(?:id|\w+_id)\}/g, "999999999").replace(/\{\w+\}/g, "none");
  const response = await api.app.request(`http://test.local${filled}${search && `?${search}`}`, {
    method,
    headers: { "content-type": "application/json", ...(token ? { authorization: `Bearer ${token}` } : {}) },
    ...(method === "GET" ? {} : { body }),
  });
  const isJson = response.headers.get("content-type")?.includes("json");
  return isJson ? (await response.json()).code : response.status;
}

const pagesIn = (items: readonly MenuItem[]): string[] =>
  items.flatMap(({ path, children }) => (children.length ? pagesIn(children) : [path]));
const built = allScreens.filter(({ file, menu }) => file && menu).map(({ path }) => path);

test("every page of the menu is in the table", () => {
  const known = allScreens.filter(({ menu, children = [] }) => menu && !children.some((child) => child.menu));
  expect(Object.keys(pageMatrix).sort()).toEqual(known.map(({ path }) => path).sort());
});

test.each(signs)("the menu of %s is the table's, as far as it is built", async (sign) => {
  const { data } = await api.send(user.menus, {}, people.get(sign)?.token);
  expect(pagesIn(data)).toEqual(built.filter((path) => may(pageMatrix[path] ?? "", sign)));
});

test("every endpoint is in the table once, and every line of it is one's", () => {
  const keys = Object.keys(endpointMatrix);
  const named = keys.map(meant);
  expect(keys.filter((_, index) => !named[index])).toEqual([]);
  const unnamed = served.filter(({ endpoint }) => !named.includes(endpoint));
  expect(unnamed.map(({ endpoint }) => `${endpoint.line} ${endpoint.summary}`)).toEqual([]);
  expect(new Set(named).size).toBe(named.length);
});

test("without a token only public endpoints answer", async () => {
  const wrong: string[] = [];
  for (const [key, who] of Object.entries(endpointMatrix))
    if (((await ask(key)) === 40100) !== (who !== "public")) wrong.push(key);
  expect(wrong).toEqual([]);
});

test.each(signs)("%s is let through where the table says so, and nowhere else", async (sign) => {
  const wrong: string[] = [];
  for (const [key, who] of Object.entries(endpointMatrix)) {
    // What anybody may do would be done.
    if (who === "any" || who === "public") continue;
    const isRefused = (await ask(key, people.get(sign)?.token)) === 40300;
    if (isRefused === may(who, sign)) wrong.push(`${key}: ${isRefused ? "refused" : "let through"}`);
  }
  expect(wrong).toEqual([]);
});

test("whoever is signed in may what anybody may", () => {
  const wrong = Object.entries(endpointMatrix).filter(
    ([key, who]) =>
      ["any", "public"].includes(who) !== ["signed-in", "public"].includes(String(meant(key)?.permission)),
  );
  expect(wrong).toEqual([]);
});
