import { eq } from "drizzle-orm";
import { CustomerUserDetail, customerUser as contract } from "~/contract/customer/customer-user";
import { maskContact } from "~/contract/mask";
import { customerUser } from "~/server/database/tables/customer/audience";
import { found, refuse, rowOf } from "~/server/lib/call";
import { listOf } from "~/server/lib/list";
import { serve, serveAct } from "~/server/lib/serve";
import { reveal } from "~/server/resources/shared/reveal";
import { behaviorsOf, favoritesOf, summaryOf } from "./customer-user/behaviors";
import {
  disableUser,
  enableUser,
  linkUser,
  nameOfUser,
  selectUsers,
  toUserRow,
  unlinkUser,
  userOrder,
  userRowOf,
  userRows,
} from "./customer-user/view";

export const customerUserHandlers = [
  serve(contract.list, (call) => {
    const { db, query, user } = call;
    const select = selectUsers(call).$dynamic();
    const parts = { select, from: customerUser, where: userRows(query, user), order: userOrder(query.sort) };
    return listOf(db, query, parts, (row) => toUserRow(row, user));
  }),

  serve(contract.get, async (call) => {
    const { db, params, query, user } = call;
    const [read] = await selectUsers(call).where(eq(customerUser.id, params.id));
    const viewed = found(read);
    const { row } = viewed;
    const asked = new Set(query.include);
    return rowOf(CustomerUserDetail, row, {
      ...toUserRow(viewed, user),
      wechat_unionid: maskContact("wechat", row.wechat_unionid),
      summary: await summaryOf(db, row.id),
      ...(asked.has("behavior") ? { behavior: await behaviorsOf(db, row.id, query) } : {}),
      ...(asked.has("favorites") ? { favorites: await favoritesOf(db, row.id, query) } : {}),
      ...(asked.has("logins") ? { logins: await behaviorsOf(db, row.id, query, "login") } : {}),
    });
  }),

  serveAct(contract.disable, userRowOf, disableUser),

  serveAct(contract.enable, userRowOf, enableUser),

  serveAct(contract.link, userRowOf, linkUser),

  serveAct(contract.unlink, userRowOf, unlinkUser),

  serve(
    contract.phone,
    async (call) => {
      const { db, params, query, user } = call;
      // Only users who may see registered users may ask for their numbers.
      if (!user.permissions.has("customer:user:view")) return refuse(40300);
      const [read] = await db.select().from(customerUser).where(eq(customerUser.id, params.id));
      const row = found(read);
      const target = { type: "customer_user", id: row.id, name: nameOfUser(row) };
      const left = await reveal(call, target, `查看注册用户${row.user_no}的完整号码`, query.reason);
      return { phone: row.phone, email: row.email, left };
    },
    { writes: true },
  ),
];
