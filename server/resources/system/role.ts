import { and, inArray, type SQL, sql } from "drizzle-orm";
import { role as contract } from "~/contract/system/role";
import { role } from "~/server/database/tables/system/system";
import { likeText, offsetOf, orderOf, pageOf } from "~/server/lib/list";
import { serve } from "~/server/lib/serve";
import { roleOf, selectRoles, toRoleRow } from "./role/view";
import { addRole, changeRole, copyRole, removeRole } from "./role/write";

export const roleHandlers = [
  serve(contract.list, async ({ db, query }) => {
    const offset = offsetOf(query);
    const conditions: SQL[] = [];
    const like = query.keyword && `%${likeText(query.keyword)}%`;
    if (like) conditions.push(sql`(${role.name} ilike ${like} or ${role.code} ilike ${like})`);
    if (query.status?.length) conditions.push(inArray(role.status, query.status));
    const where = and(...conditions);
    const rows = await selectRoles(db, where)
      .orderBy(orderOf({ id: role.id, name: role.name }, query.sort, role.id))
      .limit(query.page_size)
      .offset(offset);
    const total = await db.$count(role, where);
    return pageOf(query, rows.map(toRoleRow), { total, total_capped: false });
  }),

  serve(contract.get, ({ db, params }) => roleOf(db, params.id)),

  serve(contract.create, async (call) => ({ id: await addRole(call, call.body) })),

  serve(contract.update, async (call) => {
    await changeRole(call, call.params.id, call.body);
    return roleOf(call.db, call.params.id);
  }),

  serve(contract.remove, async (call) => {
    await removeRole(call, call.params.id);
    return null;
  }),

  serve(contract.copy, async (call) => ({ id: await copyRole(call, call.params.id, call.body) })),
];
