import { and, eq, gte, inArray, isNull, lte, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { mansion as contract } from "~/contract/house/mansion";
import type { Db } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { mansion } from "~/server/database/tables/house/property";
import { refuse, type SignedCall, setRow } from "~/server/lib/call";
import { changedBy, type UseStatus } from "~/server/lib/entity";
import { matching, orderOf, tablePage } from "~/server/lib/list";
import { containsText } from "~/server/lib/search";
import { serve, serveAct, statusHandlers } from "~/server/lib/serve";
import { whereRows } from "~/server/lib/where";
import { withBelow } from "~/server/resources/shared/districts";
import { dependentsOf } from "./mansion/children";
import { mergeMansions } from "./mansion/merge";
import { similarMansions } from "./mansion/similar";
import { mansionOf, toMansionRows } from "./mansion/view";
import { addMansion, auditMansion, changeMansion, lockMansion } from "./mansion/write";

type Query = z.output<typeof contract.list.query>;

async function mansionRows(db: Db, query: Query): Promise<SQL> {
  const { keyword, country, district_id, built_min, built_max } = query;
  return sql`${and(
    isNull(mansion.deleted_at),
    ...whereRows(query.where, mansion),
    keyword ? containsText(mansion.search_text, keyword) : undefined,
    country?.length ? inArray(mansion.country_code, country) : undefined,
    district_id?.length ? eq(mansion.district_id, sql`any(${sql.param(await withBelow(db, district_id))})`) : undefined,
    built_min ? gte(mansion.built_at, `${built_min}-01`) : undefined,
    built_max ? lte(mansion.built_at, `${built_max}-12`) : undefined,
    ...matching(mansion, query, ["structure", "source", "status"]),
  )}`;
}

export const mansionHandlers = [
  serve(contract.list, async (call) => {
    const { db, query } = call;
    const parts = {
      where: await mansionRows(db, query),
      order: orderOf(mansion, query.sort, mansion.id),
      isApplied: true,
    };
    return tablePage(call, mansion, parts, toMansionRows);
  }),

  serve(contract.get, (call) => mansionOf(call, call.params.id)),

  serve(contract.similar, ({ db, services, query }) => {
    const { exclude_id, ...wanted } = query;
    return similarMansions(db, services, { ...wanted, exclude: exclude_id });
  }),

  serve(contract.create, async (call) => ({ id: (await addMansion(call, call.body, "manual")).id })),

  serveAct(contract.update, mansionOf, changeMansion),

  serve(contract.remove, async (call) => {
    const { db, services } = call;
    const row = await lockMansion(call, call.params.id);
    if (row.status === "merged") return refuse(40902);
    const held = await dependentsOf(db, row.id);
    if (held) return refuse(40904, { n: held });
    const at = isoInstant(services.now());
    await setRow(db, mansion, row.id, { deleted_at: at, ...changedBy(call), version: row.version + 1 });
    await auditMansion(call, row, { action: "delete", summary: `删除楼栋 ${row.mansion_no} ${row.name}` });
    return null;
  }),

  ...statusHandlers(contract, setStatus, mansionOf),

  serve(contract.merge, async (call) => {
    await mergeMansions(call, call.params.id, call.body);
    return mansionOf(call, call.body.into_id);
  }),
];

async function setStatus(call: SignedCall, id: number, status: UseStatus): Promise<void> {
  const { db } = call;
  const row = await lockMansion(call, id);
  if (row.status === status || row.status === "merged") return refuse(40902);
  await setRow(db, mansion, id, { status, version: row.version + 1, ...changedBy(call) });
  await auditMansion(call, row, {
    summary: `${status === "enabled" ? "启用" : "停用"}楼栋 ${row.mansion_no} ${row.name}`,
  });
}
