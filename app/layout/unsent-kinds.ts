import type { z } from "zod";
import type { Unsent } from "~/app/api/queue";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import type { FormEntry } from "~/app/blocks/form/record-form";
import { trackingFields } from "~/app/features/customer/tracking-fields";
import { tracking } from "~/contract/customer/tracking";
import { schedule } from "~/contract/schedule/schedule";
import { comment } from "~/contract/shared/comment";

/** What may wait, as 待发送 shows and changes it. */
export interface UnsentKind {
  title: string;
  schema: z.ZodObject;
  fields: readonly FormEntry<z.ZodObject>[];
  textOf: (body: FormValues) => string;
  values?: (body: FormValues) => FormValues;
}

const textIn = (name: string) => (body: FormValues) => String(body[name] ?? "");

const kinds: Readonly<Record<string, UnsentKind>> = {
  [tracking.create.line]: {
    title: "跟进",
    schema: tracking.create.body,
    fields: trackingFields({ scene: "tracking", mayWait: true }),
    textOf: textIn("content"),
  },
  [schedule.create.line]: {
    title: "日程",
    schema: schedule.create.body,
    fields: ["title", "type", "all_day", "start_at", "end_at", "customer_id", "remind_minutes", "location", "content"],
    textOf: textIn("title"),
    values: (body) => ({ ...body, remind_minutes: String(body.remind_minutes ?? "none") }),
  },
  [schedule.done.line]: {
    title: "完成日程",
    schema: schedule.done.body,
    fields: ["result"],
    textOf: textIn("result"),
  },
  [comment.create.line]: {
    title: "评论",
    schema: comment.create.body,
    fields: ["content"],
    textOf: textIn("content"),
  },
};

export function kindOf({ endpoint: { method, path } }: Pick<Unsent, "endpoint">): UnsentKind {
  const kind = kinds[`${method} ${path}`];
  if (!kind) throw new Error(`${method} ${path} may not wait`);
  return kind;
}
