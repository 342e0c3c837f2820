import { and, inArray, isNull } from "drizzle-orm";
import type { FieldError } from "~/contract/errors";
import { EncyclopaediaFields, EncyclopaediaWhole } from "~/contract/seo/encyclopaedia";
import { encyclopaedia } from "~/server/database/tables/seo/city";
import type { SignedCall } from "~/server/lib/call";
import { type ContentItem, kindOf, type Values } from "~/server/resources/content/kind";
import { checkTranslation, translationKey } from "~/server/resources/content/translations";
import { presentTags } from "../tag-names";
import { encyclopaediaOf } from "./view";

export const encyclopaedias = kindOf({
  kind: "encyclopaedia",
  title: "百科文章",
  module: "seo",
  table: encyclopaedia,
  fields: EncyclopaediaFields,
  whole: EncyclopaediaWhole,
  rich: ["content"],
  pictures: ["cover_id"],
  named: "title",
  addressed: { kind: "encyclopaedia", table: encyclopaedia, name: encyclopaedia.title },
  present: (call, id) => encyclopaediaOf(call, id),
  check: async ({ db }, values, before) => [
    ...(await checkTranslation(db, { table: encyclopaedia, noun: "百科" }, values, before)),
    ...notItself(values, before),
  ],
  derive: async ({ db }, values, before) => ({
    translation_key: await translationKey(db, encyclopaedia, values, before),
  }),
  renew: renewed,
});

const notItself = ({ related_ids }: Values, before: ContentItem | undefined): FieldError[] =>
  before && (related_ids as number[]).includes(before.id)
    ? [{ field: "related_ids", label: "相关百科", message: "相关百科不能是本文" }]
    : [];

/** An older version's words as they are now: tags that have been merged are what they became, what is gone is left out. */
async function renewed({ db }: SignedCall, values: Values): Promise<Values> {
  const { tag_ids = [], related_ids = [] } = values as Partial<EncyclopaediaFields>;
  const rows = related_ids.length
    ? await db
        .select({ id: encyclopaedia.id })
        .from(encyclopaedia)
        .where(and(inArray(encyclopaedia.id, related_ids), isNull(encyclopaedia.deleted_at)))
    : [];
  const there = new Set(rows.map(({ id }) => id));
  return {
    ...values,
    tag_ids: (await presentTags(db, tag_ids)).map(({ id }) => id),
    related_ids: related_ids.filter((id) => there.has(id)),
  };
}
