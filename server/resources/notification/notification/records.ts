import type { FieldError } from "~/contract/errors";
import * as field from "~/contract/field";
import { type Aimed, fieldOfScope, NotificationFields } from "~/contract/notification/notification";
import { notification } from "~/server/database/tables/notification/notification";
import { refuse, refuseFields } from "~/server/lib/call";
import { entity } from "~/server/lib/entity";
import { dayOf } from "~/server/lib/list";
import type { SignedCall } from "~/server/lib/services";
import { cleanValues, pictureErrors } from "~/server/resources/content/texts";
import { filterOf } from "./audience";
import { detailOf, type NotificationRecord } from "./view";

export const notifications = entity({
  table: notification,
  module: "notification",
  type: "notification",
  title: "通知",
  nameOf: ({ title }) => title,
  fields: NotificationFields,
  hidden: ["cover_id", "content"],
  present: (call, id) => detailOf(call, id),
});
const pictured = { rich: ["content"], pictures: ["cover_id"], fields: NotificationFields } as const;
/** What of an audience its scope does not name says nothing. */
const lists = ["role_ids", "team_ids", "agent_levels", "countries", "staff_ids", "agent_ids", "user_ids"] as const;
function aimOf(values: Aimed) {
  const named = fieldOfScope(values);
  const kept = Object.fromEntries(lists.map((name) => [name, name === named ? values[name] : []]));
  return { ...kept, filter: named === "filter" ? values.filter : null };
}
/** Values as they may be written: the text made safe, nothing against them. */
async function checked(call: SignedCall, given: NotificationFields, before?: NotificationRecord) {
  const { send_mode } = given;
  const values = {
    ...{ ...given, ...aimOf(given), send_at: send_mode === "now" ? null : given.send_at },
    ...(send_mode !== "repeated" && { repeat: null, repeat_until: null, repeat_count: null }),
  };
  if (values.filter) filterOf(call, values.audience, values.filter);
  const { values: safe, mediaIds } = await cleanValues(call, pictured, values);
  const after = safe as NotificationFields; // of the same fields
  const wrong: FieldError[] = [
    ...(await notifications.unknownChoices(call, after, before)),
    ...(await pictureErrors(call.db, pictured, after, { ...before })),
    ...(isBackward(after) ? [wrongAt("repeat_until", "不能早于首次发送")] : []),
    ...(before?.status === "paused" && send_mode !== "repeated"
      ? [wrongAt("send_mode", "重复的通知不能改为其他发送方式")]
      : []),
    // What the cleaning took out was all there was.
    ...(after.content ? [] : [{ field: "content", label: "内容", message: "请输入内容" }]),
  ];
  return wrong.length ? refuseFields(wrong) : { ...after, media_ids: mediaIds };
}

const wrongAt = (name: keyof NotificationFields, message: string): FieldError => ({
  ...{ field: name, label: field.labelOf(NotificationFields.shape[name], name), message },
});

const isBackward = ({ repeat_until, send_at }: NotificationFields): boolean =>
  Boolean(repeat_until && send_at && dayOf(send_at) > repeat_until);

export async function addNotification(call: SignedCall, body: NotificationFields): Promise<{ id: number }> {
  return notifications.add(call, await checked(call, body));
}

/** Only a draft is changed: a scheduled one is taken back first, a repeated one is paused. */
export async function changeNotification(
  call: SignedCall,
  id: number,
  { version, ...body }: NotificationFields & { version: number },
): Promise<void> {
  const row = await notifications.lock(call, id, version);
  if (row.status !== "draft" && row.status !== "paused") return refuse(40902);
  await notifications.edit(call, row, await checked(call, body, row));
}

/** A draft is taken away; what has gone out stays, since people have read it. */
export async function removeNotification(call: SignedCall, id: number): Promise<void> {
  const row = await notifications.lock(call, id);
  if (row.status !== "draft") return refuse(40902);
  await notifications.remove(call, row);
}

const titleLetters = 60;

/** What a copy and an occurrence have of a notification; their titles differ. */
export function copied({
  summary,
  content,
  type,
  cover_id,
  link_url,
  is_top,
  audience,
  scope,
  ...row
}: NotificationRecord) {
  const { role_ids, team_ids, agent_levels, countries, filter, staff_ids, agent_ids, user_ids } = row;
  return {
    ...{ summary, content, type, cover_id, link_url, is_top, audience, scope, filter },
    ...{ role_ids, team_ids, agent_levels, countries, staff_ids, agent_ids, user_ids },
    ...{ channels: row.channels, media_ids: row.media_ids, name_fallback: row.name_fallback },
  };
}

/** The same once more as a draft, to be sent at once unless somebody says otherwise. */
export async function copyNotification(call: SignedCall, id: number): Promise<{ id: number }> {
  const row = await notifications.find(call, id);
  const end = "（副本）";
  const copy = await notifications.create(
    call,
    {
      ...copied(row),
      send_mode: "now" as const,
      title: `${[...row.title].slice(0, titleLetters - [...end].length).join("")}${end}`,
    },
    { verb: "复制" },
  );
  return { id: copy.id };
}
