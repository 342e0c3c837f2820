import { and, eq, isNotNull, isNull, or, type SQL } from "drizzle-orm";
import { quickReply as contract, type QuickReplyRow } from "~/contract/inquiry/quick-reply";
import { quickReply } from "~/server/database/tables/inquiry/chat";
import { refuse, type SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { entity } from "~/server/lib/entity";
import { listOf, orderOf } from "~/server/lib/list";
import { includesText } from "~/server/lib/search";
import { serve } from "~/server/lib/serve";
import { assigns } from "./inquiry/change";

type Row = typeof quickReply.$inferSelect;

const replies = entity({
  table: quickReply,
  module: "inquiry",
  type: "quick_reply",
  title: "快捷回复",
  nameOf: ({ title }) => title,
  fields: contract.update.body,
});

/** Quick replies of conversations: the user's own, and shared ones, which users who assign inquiries maintain. */
export const quickReplyHandlers = [
  serve(contract.list, ({ db, query, user }) => {
    const { keyword, shared } = query;
    const where = and(
      or(isNull(quickReply.user_id), eq(quickReply.user_id, user.id)),
      shared === undefined ? undefined : (shared ? isNull : isNotNull)(quickReply.user_id),
      keyword ? matches(keyword) : undefined,
    );
    const select = db.select().from(quickReply).$dynamic();
    const order = orderOf(quickReply, query.sort, quickReply.id);
    return listOf(
      db,
      query,
      { select, from: quickReply, where, order, fields: { is_shared: isNull(quickReply.user_id) } },
      (row) => toRow(row, user),
    );
  }),
  serve(contract.get, async (call) => {
    const row = await replies.find(call, call.params.id);
    return isSeen(row, call.user) ? toRow(row, call.user) : refuse(40301);
  }),
  serve(contract.create, (call) => {
    const { is_shared, ...values } = call.body;
    if (is_shared && !assigns(call.user)) return refuse(40300);
    return replies.add(call, { ...values, user_id: is_shared ? null : call.user.id });
  }),
  serve(contract.update, async (call) => toRow(await replies.edit(call, await lockOwn(call), call.body), call.user)),
  serve(contract.remove, async (call) => {
    await replies.remove(call, await lockOwn(call));
    return null;
  }),
];

const isSeen = ({ user_id }: Row, { id }: Caller) => user_id === null || user_id === id;
const mayChange = ({ user_id }: Row, caller: Caller) => (user_id === null ? assigns(caller) : user_id === caller.id);

/** The caller's own, or a shared one if they maintain those. */
async function lockOwn(call: SignedCall & { params: { id: number } }): Promise<Row> {
  const row = await replies.lock(call, call.params.id);
  if (!isSeen(row, call.user)) return refuse(40301);
  return mayChange(row, call.user) ? row : refuse(40300);
}

const matches = (keyword: string): SQL | undefined =>
  or(includesText(quickReply.title, keyword), includesText(quickReply.content, keyword));

function toRow(row: Row, caller: Caller): QuickReplyRow {
  const { id, title, content, sort, used_count, created_at, user_id } = row;
  const mine = mayChange(row, caller);
  const is_shared = user_id === null;
  return { ...{ id, title, content, sort, used_count, created_at, is_shared }, can: { edit: mine, delete: mine } };
}
