import { expect, test } from "vitest";
import type { z } from "zod";
import type { Endpoint } from "~/contract/endpoint";
import { operationLog } from "~/server/database/tables/system/system";
import type { testApi, Wire } from "./api";
import { refusedAt } from "./refused";
import type { As } from "./signed-in";
import { type Pages, type RolesOf, whoMay } from "./who-may";

type Api = ReturnType<typeof testApi>;
export type Resource = Record<"list" | "get" | "create" | "update" | "remove", Endpoint> &
  Partial<Record<"enable" | "disable", Endpoint>>;
type Body<E extends Endpoint> = z.input<E["body"]> & object;
/** A value, or what makes it once the test has begun (rows that it names). */
type Given<T> = T | (() => Promise<T>);

/** What a test says of a resource made with `recordEndpoints`. */
export interface Life<R extends Resource> {
  /** Somebody who may call every endpoint. */
  by: As;
  /** The form of a new record. */
  facts: Given<Body<R["create"]>>;
  /** What the record shows otherwise than the form said, such as a default or a number that was tidied. */
  shown?: object;
  /** What the edit changes of the form. */
  change: Partial<Body<R["update"]>>;
  /** The same of the edit. */
  shownAfter?: object;
  /** As the log's lines name the area. */
  module?: string;
  /** What the log's lines call the record, after the verb. */
  named: string;
  /** The same of the lines that follow the edit. */
  namedAfter?: string;
  /** The edit in words: label, before, after. */
  changes: [label: string, before: string | null, after: string | null][];
  /** The label of what no two records share. */
  unique?: string;
  /** Parts of the form that are refused, each with the field that says so, and some of its words. */
  wrong?: Given<[over: object, field: string, says?: string][]>;
  /** Somebody with the permission but not the scope, and the refusal. */
  outside?: { as: As; code: 40301 | 40400 };
  /** Asks the list for the record, where it does not show it by itself. */
  query?: object;
  /** The last one to write wins, since only one person edits it. */
  isUnversioned?: true;
}

/**
 * Tests what every resource promises. A record is created and read as written, changed at its latest version alone, enabled and disabled,
 * deleted and then unknown to each of its endpoints; each act is in the log; what is wrong is refused at its field. Roles and pages go to
 * `whoMay`, for which it is called at the end of a file.
 */
export function lifeOf<R extends Resource>(
  api: Api,
  resource: R,
  { roles, pages, ...life }: Life<R> & { roles: RolesOf<R>; pages?: Pages },
): void {
  test("it is created, changed at its version, deleted, and logged", () => proveLife(api, resource, life));
  if (life.wrong) test("what a form says wrongly is refused at its field", () => proveRefusals(api, resource, life));
  whoMay(api, resource, roles, pages);
}

export async function proveLife<R extends Resource>(api: Api, resource: R, life: Life<R>): Promise<void> {
  const { by, outside, query = {}, shown, shownAfter, module = expect.any(String), named, namedAfter = named } = life;
  const facts: object = await given(life.facts);
  const create = () => by.unchecked(resource.create, { body: facts });
  const before = (await linesOf(api)).length;
  const made = await create();
  expect(made, "a new record").toMatchObject({ code: 200 });
  const { id } = made.data as { id: number };
  const ask = (endpoint: Endpoint, body: object = {}, as = by) => as.unchecked(endpoint, { params: { id }, body });
  const read = async () => (await ask(resource.get)).data as Record<string, unknown>;
  const listed = async (as = by) => idsOf(await as.unchecked(resource.list, { query: { page_size: 100, ...query } }));

  const first = await read();
  const version = (number: number) => (life.isUnversioned ? {} : { version: number });
  expect(first, "as it was created").toMatchObject({ ...writtenIn(first, facts), ...shown, ...version(1) });
  expect(await listed(), "the list").toContain(id);
  if (life.unique)
    expect(await create(), "the same again").toMatchObject({ code: 40900, message: `数据已存在：${life.unique}` });

  const edit = { ...facts, ...life.change };
  const after = { ...writtenIn(first, edit), ...shown, ...writtenIn(first, life.change), ...shownAfter, ...version(2) };
  const edited = { code: 200, data: after };
  expect(await ask(resource.update, { ...edit, ...version(1) }), "the edit").toMatchObject(edited);
  expect(await ask(resource.update, { ...edit, ...version(2) }), "the edit once more").toMatchObject(edited);
  if (!life.isUnversioned)
    expect(await ask(resource.update, { ...facts, version: 1 }), "the old version").toMatchObject({
      code: 40901,
      data: after,
    });
  expect(await read(), "as it was changed").toMatchObject(after);

  const ofIt = Object.values<Endpoint>({ ...resource }).filter(isAskedByNumber);
  const bodyFor = (endpoint: Endpoint) => (endpoint === resource.update ? { ...edit, ...version(2) } : {});
  if (outside) {
    for (const one of ofIt)
      expect(await ask(one, bodyFor(one), outside.as), `${one.summary} by others`).toMatchObject({
        code: outside.code,
      });
    expect(await listed(outside.as), "the list of others").not.toContain(id);
  }

  const acts = statusActs(resource, first);
  for (const { endpoint, status } of acts) {
    expect(await ask(endpoint), status).toMatchObject({ code: 200, data: { status } });
    expect(await ask(endpoint), `${status} once more`).toMatchObject({ code: 40902 });
  }

  expect(await ask(resource.remove), "the deletion").toMatchObject({ code: 200 });
  for (const one of ofIt)
    expect(await ask(one, bodyFor(one)), `${one.summary}, deleted`).toMatchObject({ code: 40400 });
  expect(await listed(), "the list without it").not.toContain(id);

  const lines = (await linesOf(api)).slice(before);
  const user_id = expect.any(Number);
  const line = (action: string, summary: string) => ({ action, summary, module, target_id: id, user_id });
  expect(lines, "the log").toMatchObject([
    line("create", `新增${named}`),
    line("update", `编辑${namedAfter}`),
    ...acts.map(({ verb }) => line("update", `${verb}${namedAfter}`)),
    line("delete", `删除${namedAfter}`),
  ]);
  expect(
    lines[1]?.changes.map((one) => [one.label, one.before, one.after]),
    "the edit in words",
  ).toEqual(life.changes);
  if (life.unique) expect(await create(), "the same after the deletion").toMatchObject({ code: 200 });
}

export async function proveRefusals<R extends Resource>(api: Api, resource: R, life: Life<R>): Promise<void> {
  const facts: object = await given(life.facts);
  const cases = await given(life.wrong ?? []);
  const before = await linesOf(api);
  for (const [over, field, says = ""] of cases)
    expect(
      await life.by.unchecked(resource.create, { body: { ...facts, ...over } }),
      `${field}: ${JSON.stringify(over).slice(0, 80)}`,
    ).toMatchObject(refusedAt(field, expect.stringContaining(says)));
  expect(await linesOf(api), "the log of what was refused").toEqual(before);
}

const given = async <T>(value: Given<T>): Promise<T> =>
  typeof value === "function" ? (value as () => Promise<T>)() : value;

const linesOf = ({ services }: Api) => services.db.select().from(operationLog).orderBy(operationLog.id);

/** The fields of a form that the record shows under the same name. */
const writtenIn = (record: object, form: object) =>
  Object.fromEntries(Object.entries(form).filter(([name]) => name in record));

const idsOf = ({ data }: Wire<unknown>) => (data as { list: { id: number }[] }).list.map(({ id }) => id);

/** The ways of `statusEndpoints`: from how the record begins, and back. */
function statusActs({ enable, disable }: Resource, { status }: { status?: unknown }) {
  if (!enable || !disable) return [];
  const acts = [
    { endpoint: enable, status: "enabled", verb: "启用" },
    { endpoint: disable, status: "disabled", verb: "停用" },
  ];
  return status === "enabled" ? acts.reverse() : acts;
}

/** Whether an endpoint is asked by the record's number, and by nothing more than `update` has. */
const isAskedByNumber = ({ path, method, body, query }: Endpoint) =>
  path.match(/\{\w+\}/g)?.join() === "{id}" &&
  (method === "PUT" || body.safeParse({}).success) &&
  query.safeParse({}).success;
