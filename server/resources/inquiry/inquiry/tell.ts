import { inquiryKinds } from "~/contract/inquiry/inquiry-words";
import type { Db } from "~/server/database/database";
import { user } from "~/server/database/tables/system/system";
import { worksWith } from "~/server/identity/scope";
import type { Actor } from "~/server/lib/call";
import { emit } from "~/server/lib/emit";
import { type Message, notify } from "~/server/lib/notify";
import { type InquiryRecord, inquiryLink } from "./change";

type Told = Pick<InquiryRecord, "id" | "inquiry_no" | "kind" | "name" | "assignee_id">;

const byId = ({ user: actor }: Actor) => (actor === "system" ? null : actor.id);

/** How an inquiry is called in a message's content, which stays in the house. */
export const described = ({ inquiry_no, kind, name }: Told) =>
  `【${inquiry_no}】${inquiryKinds[kind]}${name ? `（${name}）` : ""}`;

const base = { category: "inquiry" as const };

export async function dispatchers(db: Db): Promise<number[]> {
  const rows = await db.select({ id: user.id }).from(user).where(worksWith("inquiry:inquiry:assign"));
  return rows.map(({ id }) => id);
}

/** Tells who is to answer a new one, or those who assign where nobody is. */
export async function tellCreated(actor: Actor, row: Told): Promise<void> {
  const { db, services } = actor;
  const now = services.now();
  const content = `新询盘${described(row)}。`;
  const messages: Message[] =
    row.assignee_id === null
      ? (await dispatchers(db)).map((user_id) => ({
          ...base,
          user_id,
          title: row.kind === "chat" ? "有新的在线咨询待接入" : "有新的询盘待分配",
          content,
          ...inquiryLink(row),
        }))
      : [{ ...base, user_id: row.assignee_id, title: "您有新的询盘", content, ...inquiryLink(row) }];
  await notify(db, now, byId(actor), messages);
  await emit(db, now, "inquiry.created", {
    inquiry_id: row.id,
    inquiry_no: row.inquiry_no,
    visitor_name: row.name,
    kind: inquiryKinds[row.kind],
    link: inquiryLink(row).link,
  });
}

export const tell = async (
  actor: Actor,
  row: Told,
  userId: number,
  message: Pick<Message, "title" | "content" | "level"> & Partial<Pick<Message, "link" | "link_id">>,
): Promise<unknown> =>
  notify(actor.db, actor.services.now(), byId(actor), [{ ...base, user_id: userId, ...inquiryLink(row), ...message }]);
