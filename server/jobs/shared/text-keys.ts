import { createHash } from "node:crypto";
import { and, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { Customer } from "~/contract/customer/customer-record";
import { labelOf } from "~/contract/field";
import type { Database } from "~/server/database/database";
import { agent } from "~/server/database/tables/agent/agent";
import { articleCategory, articleTag } from "~/server/database/tables/article/article";
import { blacklist } from "~/server/database/tables/customer/audience";
import { customer, customerContact } from "~/server/database/tables/customer/customer";
import { inquiry } from "~/server/database/tables/inquiry/inquiry";
import { seoKeyword, seoTag } from "~/server/database/tables/seo/seo";
import { option, role, team, user } from "~/server/database/tables/system/system";
import { holdsCode } from "~/server/identity/scope";
import { pick, rowsOf } from "~/server/lib/call";
import { notify } from "~/server/lib/notify";
import type { Services } from "~/server/lib/services";
import { inOneWidth, keyOf } from "~/server/lib/text";
import { daily, type Job, type Turn } from "../scheduler";

const chunkSize = 500;
const mostLines = 20;

/** What can be another in its one form: beyond ASCII, or in capitals. Numbers are kept as they were read. */
const mayDiffer = (value: AnyPgColumn) => sql`(${value} ~ '[^ -~]' or ${value} ~ '[A-Z]')`;

/** Computes kept forms of contacts and of the blacklist anew (`keyOf`) after an upgrade, and reports once which are now equal: no row is lost. */
export const textKeys: Job = {
  name: "text_keys",
  lastTurn: daily("03:30"),
  async run(turn) {
    const { db } = turn.services;
    const moved = await contactsAnew(turn);
    const asked = await inquiriesAnew(turn);
    const [listed, doubled] = await blacklistAnew(turn);
    const shared = await sharedContacts(db, moved);
    const standing = [...doubled, ...(await alikeNames(db))];
    await tell(turn.services, shared);
    await tell(turn.services, standing);
    const alike = shared.length + standing.length;
    return `${moved.length} contacts, ${asked} inquiries and ${listed} blacklist entries computed anew, ${alike} alike`;
  },
};

interface Moved {
  type: string;
  value: string;
}

async function contactsAnew({ services: { db }, signal }: Turn): Promise<Moved[]> {
  const moved: Moved[] = [];
  for (let lastId = 0; ; ) {
    signal.throwIfAborted();
    const rows = await db
      .select()
      .from(customerContact)
      .where(and(gt(customerContact.id, lastId), mayDiffer(customerContact.value_norm)))
      .orderBy(customerContact.id)
      .limit(chunkSize);
    for (const { id, customer_id, type, value_norm } of rows) {
      const value = keyOf(value_norm);
      if (type === "phone" || value === value_norm) continue;
      const isThis = eq(customerContact.id, id);
      const held = and(
        eq(customerContact.customer_id, customer_id),
        eq(customerContact.type, type),
        eq(customerContact.value_norm, value),
      );
      await db.transaction(async (tx) => {
        if (value === "" || (await tx.$count(customerContact, held)) > 0)
          await tx.delete(customerContact).where(isThis);
        else await tx.update(customerContact).set({ value_norm: value }).where(isThis);
      });
      moved.push({ type, value });
    }
    const last = rows.at(-1);
    if (!last) return moved;
    lastId = last.id;
  }
}

/** WeChat ids of inquiries in one width, as newer ones are kept. */
async function inquiriesAnew({ services: { db }, signal }: Turn): Promise<number> {
  let count = 0;
  const rows = await pick(db, inquiry, ["id", "wechat"], sql`${inquiry.wechat} ~ '[^ -~]'`);
  for (const { id, wechat } of rows) {
    signal.throwIfAborted();
    const kept = inOneWidth(wechat ?? "") || null;
    if (kept === wechat) continue;
    await db
      .update(inquiry)
      .set({ wechat: kept, updated_at: sql`${inquiry.updated_at}` })
      .where(and(eq(inquiry.id, id), eq(inquiry.wechat, wechat ?? "")));
    count++;
  }
  return count;
}

/** How many entries, and those that another one says already: which of both stays is for a person to say. */
async function blacklistAnew({ services: { db }, signal }: Turn): Promise<[number, string[]]> {
  let count = 0;
  const doubled: string[] = [];
  const rows = await rowsOf(
    db,
    blacklist,
    and(sql`${blacklist.type} in ('email', 'wechat')`, mayDiffer(blacklist.value)),
  );
  for (const { id, type, value: before, status } of rows) {
    signal.throwIfAborted();
    const value = keyOf(before);
    if (value === before || value === "") continue;
    const twin = and(eq(blacklist.type, type), eq(blacklist.value, value), eq(blacklist.status, "active"));
    if (status === "active" && (await db.$count(blacklist, twin)) > 0) doubled.push(`黑名单：编号${id}与另一条相同`);
    else {
      await db.update(blacklist).set({ value }).where(eq(blacklist.id, id));
      count++;
    }
  }
  return [count, doubled];
}

const { wechat, email, line_id, whatsapp } = Customer.shape;
const labels: ReadonlyMap<string, string> = new Map(
  Object.entries({ wechat, email, line: line_id, whatsapp }).map(([type, field]) => [type, labelOf(field, type)]),
);

/** Customers who share a contact now that they did not share before. */
async function sharedContacts(db: Database, moved: readonly Moved[]): Promise<string[]> {
  const lines: string[] = [];
  for (const { type, value } of moved) {
    const rows = await db
      .select({ no: customer.customer_no })
      .from(customerContact)
      .innerJoin(customer, eq(customer.id, customerContact.customer_id))
      .where(
        and(
          eq(customerContact.type, type),
          eq(customerContact.value_norm, value),
          isNull(customer.merged_to_id),
          isNull(customer.destroyed_at),
        ),
      )
      .orderBy(customer.id)
      .limit(mostLines);
    if (rows.length > 1) lines.push(`客户${labels.get(type) ?? type}：${rows.map(({ no }) => no).join("、")}`);
  }
  return [...new Set(lines)];
}

interface Named {
  label: string;
  name: AnyPgColumn;
  /** Within what a name is one. */
  within?: SQL;
  where?: SQL;
}

const named: readonly Named[] = [
  { label: "资讯标签", name: articleTag.name, where: isNull(articleTag.deleted_at) },
  {
    ...{ label: "资讯分类", name: articleCategory.name, within: sql`${articleCategory.parent_id}` },
    where: isNull(articleCategory.deleted_at),
  },
  { label: "SEO标签", name: seoTag.name, where: isNull(seoTag.deleted_at) },
  { label: "SEO关键词", name: seoKeyword.word, within: sql`${seoKeyword.lang}` },
  { label: "字典项", name: option.label, within: sql`${option.scene}` },
  { label: "团队", name: team.name, within: sql`${team.parent_id}` },
  { label: "角色", name: role.name },
  { label: "代理", name: agent.name, within: sql`${agent.country_code}`, where: isNull(agent.deleted_at) },
];

async function alikeNames(db: Database): Promise<string[]> {
  const lines: string[] = [];
  for (const { label, name, within = sql`''`, where } of named) {
    const rows = await db
      .select({ name: sql<string>`${name}`, within: sql<string>`coalesce(${within}::text, '')` })
      .from(name.table)
      .where(where)
      .orderBy(name);
    const byKey = new Map<string, string[]>();
    for (const row of rows) {
      const key = `${row.within} ${keyOf(row.name)}`;
      byKey.set(key, [...(byKey.get(key) ?? []), row.name]);
    }
    for (const names of byKey.values()) if (names.length > 1) lines.push(`${label}：${names.join("、")}`);
  }
  return lines;
}

async function tell({ db, now }: Services, lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return;
  const readers = await pick(
    db,
    user,
    ["id"],
    and(eq(user.status, "enabled"), isNull(user.deleted_at), holdsCode(user.id, "system:setting:manage")),
  );
  const more = lines.length > mostLines ? [`等${lines.length}组`] : [];
  const mark = createHash("sha256").update(lines.join("\n")).digest("base64url").slice(0, 22);
  await notify(
    db,
    now(),
    null,
    readers.map(({ id }) => ({
      ...{ user_id: id, category: "system", level: "warning" },
      title: "有记录的名称或联系方式实际相同",
      content: [
        "以下各组只有全半角、大小写或不可见字符的差别，请核对后合并或改名：",
        ...lines.slice(0, mostLines),
        ...more,
      ].join("\n"),
      dedupe_key: `text_keys:${mark}:${id}`,
    })),
  );
}
