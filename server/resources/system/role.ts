import { and, inArray, or } from "drizzle-orm";
import { role as contract } from "~/contract/system/role";
import { role } from "~/server/database/tables/system/system";
import { listOf, orderOf } from "~/server/lib/list";
import { replyNull } from "~/server/lib/reply";
import { includesText } from "~/server/lib/search";
import { serve } from "~/server/lib/serve";
import { holderCounts, holdersOf } from "./role/holders";
import { roleOf, selectRoles, toRoleRow } from "./role/view";
import { addRole, changeRole, copyRole, removeRole } from "./role/write";

export const roleHandlers = [
  serve(contract.holderCounts, ({ db }) => holderCounts(db)),
  serve(contract.holders, ({ db, query }) => holdersOf(db, query.code)),

  serve(contract.list, ({ db, query }) => {
    const where = and(
      query.keyword ? or(includesText(role.name, query.keyword), includesText(role.code, query.keyword)) : undefined,
      query.status?.length ? inArray(role.status, query.status) : undefined,
    );
    const order = orderOf({ id: role.id, name: role.name }, query.sort, role.id);
    return listOf(db, query, { select: selectRoles(db).$dynamic(), from: role, where, order }, toRoleRow);
  }),

  serve(contract.get, ({ db, params }) => roleOf(db, params.id)),

  serve(contract.create, async (call) => ({ id: await addRole(call, call.body) })),

  serve(contract.update, async (call) => {
    await changeRole(call, call.params.id, call.body);
    return roleOf(call.db, call.params.id);
  }),

  serve(contract.remove, replyNull(removeRole)),

  serve(contract.copy, async (call) => ({ id: await copyRole(call, call.params.id, call.body) })),
];
