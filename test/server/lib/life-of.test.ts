import { and, isNull } from "drizzle-orm";
import { expect, test } from "vitest";
import { z } from "zod";
import { listQuery, page } from "~/contract/common";
import * as field from "~/contract/field";
import { recordEndpoints, statusEndpoints } from "~/contract/record-endpoints";
import { articleTag as table } from "~/server/database/tables/article/article";
import { refuse, type SignedCall } from "~/server/lib/call";
import { entity } from "~/server/lib/entity";
import { listOf, orderOf } from "~/server/lib/list";
import { serve } from "~/server/lib/serve";
import { testApi } from "~/test/support/api";
import { testDatabase } from "~/test/support/database";
import { testNow } from "~/test/support/factories";
import { type Life, proveLife, proveRefusals } from "~/test/support/life-of";
import { signedIn } from "~/test/support/signed-in";
import { wrongRoles } from "~/test/support/who-may";

const { db } = testDatabase();
const people = signedIn(testApi(db, { now: testNow }), {
  editor: { role: "content_editor" },
  other: { role: "content_editor" },
});

const Fields = z.object({
  name: field.text("名称", 20),
  slug: field.text("别名", 20),
  sort: field.integer("排序", 0, 99),
});
const Row = field.rowOf(Fields, ["name", "slug", "sort"], {
  id: field.id(),
  version: field.version(),
  status: z.enum(["enabled", "disabled"]),
});
const path = "/api/probe";
const probe = (given: { anyName?: boolean; otherCode?: boolean } = {}) => {
  const permission = given.otherCode ? "resource:banner:manage" : "article:tag:manage";
  const fields = given.anyName ? Fields.extend({ name: field.text("名称", 20, 0) }) : Fields;
  const create = fields;
  const update = fields.extend({ version: field.version() });
  const query = listQuery({}, ["sort"], "sort");
  return {
    ...recordEndpoints(path, "样品", {
      kind: "probe",
      permission,
      query,
      page: page(Row),
      record: Row,
      create,
      update,
    }),
    ...statusEndpoints(path, "样品", { permission, record: Row }),
  };
};
type Probe = ReturnType<typeof probe>;

/** What a broken resource does otherwise. */
interface Faults {
  given?: Parameters<typeof probe>[0];
  create?: (call: SignedCall, body: z.output<typeof Fields>) => Promise<{ id: number }>;
  /** What is not written of an edit. */
  forgets?: "sort" | "everything";
  writesTheSame?: boolean;
  isVersionIgnored?: boolean;
  presentIsOld?: boolean;
  isUniqueForgotten?: boolean;
  isUniqueForever?: boolean;
  remove?: "nothing" | "unlogged";
  listsDeleted?: boolean;
  enablesDeleted?: boolean;
  repeatsStatus?: boolean;
  keepsStatus?: boolean;
  isForOthers?: boolean;
  listsForOthers?: boolean;
  hidden?: string[];
  title?: string;
}

/** A whole resource, but for the faults. */
function resourceWith(faults: Faults) {
  const contract = probe(faults.given);
  const probes = entity({
    table,
    module: "article",
    type: "probe",
    title: faults.title ?? "样品",
    nameOf: ({ name }) => name,
    fields: Fields,
    hidden: faults.hidden ?? [],
    ...(faults.presentIsOld && { present: async () => ({ id: 0 }) }),
  });
  type Stored = typeof table.$inferSelect;
  const toRow = ({ id, name, slug, sort, status, version }: Stored) => ({ id, name, slug, sort, status, version });
  const isOwn = ({ user }: SignedCall) => user.id === people.editor.id;
  const guard = (call: SignedCall) => (isOwn(call) || faults.isForOthers ? undefined : refuse(40301));
  const freeSlug = async (call: SignedCall, slug: string) => {
    const rows = await call.db.select().from(table);
    const isTaken = rows.some((row) => row.slug === slug && (faults.isUniqueForever || !row.deleted_at));
    if (!isTaken) return slug;
    return faults.isUniqueForgotten ? `${slug}-2` : refuse(40900, { label: "别名" });
  };
  const setStatus = async (call: SignedCall & { params: { id: number } }, status: "enabled" | "disabled") => {
    const row = faults.enablesDeleted
      ? ((await call.db.select().from(table)).find(({ id }) => id === call.params.id) ?? refuse(40400))
      : await probes.lock(call, call.params.id);
    guard(call);
    if (row.status === status && !faults.repeatsStatus) refuse(40902);
    if (row.deleted_at) return toRow(row);
    const values = faults.keepsStatus ? {} : { status };
    return toRow(await probes.change(call, row, values, { verb: status === "enabled" ? "启用" : "停用" }));
  };
  const handlers = [
    serve(contract.list, async (call) => {
      const isShown = isOwn(call) || faults.listsForOthers ? undefined : isNull(table.id);
      const where = and(isShown, faults.listsDeleted ? undefined : isNull(table.deleted_at));
      const select = call.db.select().from(table).$dynamic();
      const order = orderOf({ sort: table.sort }, call.query.sort, table.id);
      return listOf(call.db, call.query, { select, from: table, where, order }, toRow);
    }),
    serve(contract.get, async (call) => {
      guard(call);
      return toRow(await probes.find(call, call.params.id));
    }),
    serve(contract.create, async (call) => {
      const values = { ...call.body, slug: await freeSlug(call, call.body.slug) };
      return faults.create ? faults.create(call, values) : probes.add(call, values);
    }),
    serve(contract.update, async (call) => {
      guard(call);
      const { version, ...values } = call.body;
      const row = await probes.lock(call, call.params.id, faults.isVersionIgnored ? undefined : version);
      if (faults.forgets === "everything") return { ...toRow(row), ...values, version: row.version + 1 };
      const { sort: _, ...withoutSort } = values;
      if (faults.writesTheSame) return toRow(await probes.change(call, row, values));
      return toRow(await probes.edit(call, row, faults.forgets ? withoutSort : values));
    }),
    serve(contract.remove, async (call) => {
      guard(call);
      const row = await probes.lock(call, call.params.id);
      if (faults.remove === "unlogged") await call.db.update(table).set({ deleted_at: row.created_at });
      else if (faults.remove === "nothing") await probes.log(call, row, { action: "delete", verb: "删除" });
      else await probes.remove(call, row);
      return null;
    }),
    serve(contract.enable, (call) => setStatus(call, "enabled")),
    serve(contract.disable, (call) => setStatus(call, "disabled")),
  ];
  return { contract, api: testApi(db, { now: testNow, handlers }) };
}

async function lived(faults: Faults, over: Partial<Life<Probe>> = {}): Promise<void> {
  const { contract, api } = resourceWith(faults);
  const life: Life<Probe> = {
    by: await api.as(people.editor.id),
    facts: { name: "湾岸", slug: "bay", sort: 5 },
    change: { name: "临海", sort: 6 },
    shown: { status: "enabled" },
    named: "样品 湾岸",
    namedAfter: "样品 临海",
    changes: [
      ["名称", "湾岸", "临海"],
      ["排序", "5", "6"],
    ],
    unique: "别名",
    wrong: [[{ name: "" }, "name"]],
    outside: { as: await api.as(people.other.id), code: 40301 },
    ...over,
  };
  await proveLife(api, contract, life);
  await proveRefusals(api, contract, life);
  expect(await wrongRoles(api, contract, { all: "SA CE SE" }), "who may call").toEqual([]);
}

test("a whole resource keeps each promise", () => lived({}));

const unlogged = async ({ db: tx }: SignedCall, body: z.output<typeof Fields>) => {
  const [row] = await tx.insert(table).values(body).returning();
  return { id: row?.id ?? 0 };
};

test.each<[broken: string, faults: Faults, says: string]>([
  ["creates with another value", { create: (call, body) => unlogged(call, { ...body, sort: 0 }) }, "as it was created"],
  ["takes what is there already", { isUniqueForgotten: true }, "the same again"],
  ["creates without a line in the log", { create: unlogged }, "the log"],
  ["loses a field of an edit", { forgets: "sort" }, "the edit"],
  ["answers an edit that it has not written", { forgets: "everything" }, "the edit once more"],
  ["writes an edit that changes nothing", { writesTheSame: true }, "the edit once more"],
  ["takes any version", { isVersionIgnored: true }, "the old version"],
  ["refuses an old version without the present record", { presentIsOld: true }, "the old version"],
  ["hides in the log what was changed", { hidden: ["sort"] }, "the edit in words"],
  ["calls itself otherwise in the log", { title: "别的" }, "the log"],
  ["stays as it was when it is disabled", { keepsStatus: true }, "disabled"],
  ["can be disabled twice", { repeatsStatus: true }, "disabled once more"],
  ["is for others", { isForOthers: true }, "样品详情 by others"],
  ["is in the list of others", { listsForOthers: true }, "the list of others"],
  ["is not deleted", { remove: "nothing" }, "样品详情, deleted"],
  ["is deleted without a line in the log", { remove: "unlogged" }, "the log"],
  ["is in the list when it is deleted", { listsDeleted: true }, "the list without it"],
  ["is enabled when it is deleted", { enablesDeleted: true }, "启用样品, deleted"],
  ["is in the way when it is deleted", { isUniqueForever: true }, "the same after the deletion"],
  ["takes a wrong form", { given: { anyName: true } }, 'name: {"name":""}'],
  ["is for another permission", { given: { otherCode: true } }, "who may call"],
])("one that %s is found", async (_, faults, says) => {
  await expect(lived(faults)).rejects.toThrow(says);
});
