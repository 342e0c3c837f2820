import { and, eq, ne, or } from "drizzle-orm";
import type { FieldError } from "~/contract/errors";
import { plainFilter } from "~/contract/house/public-filter";
import {
  section as contract,
  SectionFields as Fields,
  readContent,
  SectionContentFields,
  type SectionFields,
  type SectionRecord,
  SectionRow,
} from "~/contract/seo/section";
import type { SectionContent } from "~/contract/seo/section-content";
import { section } from "~/server/database/tables/seo/seo";
import { found, refuse, refuseFields, rowOf, type SignedCall } from "~/server/lib/call";
import { entity } from "~/server/lib/entity";
import { matching, orderOf, tablePage } from "~/server/lib/list";
import { includesText } from "~/server/lib/search";
import { serve, serveAct, statusHandlers } from "~/server/lib/serve";
import { districtsOf } from "~/server/resources/shared/districts";
import { countGiven, filterText } from "./found-estates";

type Section = typeof section.$inferSelect;

const sections = entity({
  ...{ table: section, module: "seo", type: "section", title: "SEO版块", unique: "编码" },
  // Its content is described in its own words.
  fields: Fields.omit(namesOf(SectionContentFields.shape)),
  nameOf: ({ name }) => name,
  present: (call, id) => sectionOf(call, id),
});

/** The names of fields as zod takes them away. */
function namesOf<T extends object>(shape: T): { [K in keyof T]: true } {
  // One entry for each key.
  return Object.fromEntries(Object.keys(shape).map((name) => [name, true])) as { [K in keyof T]: true };
}

async function rowsOf({ db, user: { permissions } }: SignedCall, rows: readonly Section[]): Promise<SectionRow[]> {
  const ids = [...new Set(rows.flatMap(({ district_ids }) => district_ids ?? []))];
  const names = new Map((await districtsOf(db, ids)).map(({ id, name }) => [id, name]));
  const [mayEdit, mayPublish] = [permissions.has("seo:section:edit"), permissions.has("seo:section:publish")];
  return rows.map((row) => {
    const { status } = row;
    const district_ids = row.district_ids ?? [];
    return rowOf(SectionRow, row, {
      district_ids,
      district_names: district_ids.flatMap((one) => names.get(one) ?? []),
      can: {
        ...{ edit: mayEdit, delete: mayEdit },
        enable: mayPublish && status === "disabled",
        disable: mayPublish && status === "enabled",
      },
    });
  });
}

async function rowAt(call: SignedCall, id: number): Promise<SectionRow> {
  const [row] = await rowsOf(call, [await sections.find(call, id)]);
  return found(row);
}

async function sectionOf(call: SignedCall, id: number): Promise<SectionRecord> {
  const row = await sections.find(call, id);
  const [shown] = await rowsOf(call, [row]);
  return { ...SectionContentFields.parse(row.content), ...found(shown) };
}

export const sectionHandlers = [
  serve(contract.list, (call) => {
    const { query } = call;
    const where = and(
      query.keyword
        ? or(includesText(section.name, query.keyword), includesText(section.code, query.keyword))
        : undefined,
      ...matching(section, query, ["page_type", "type", "status"]),
    );
    return tablePage(call, section, { where, order: orderOf(section, query.sort, section.id) }, rowsOf);
  }),
  serve(contract.get, (call) => sectionOf(call, call.params.id)),
  serve(contract.create, async (call) => {
    const values = await columnsOf(call, call.body);
    return sections.add(call, values);
  }),
  serveAct(contract.update, sectionOf, async (call, id, { version, ...body }) => {
    const row = await sections.lock(call, id, version);
    const values = await columnsOf(call, body, row);
    const changes = await sections.changesIn(call, row, values);
    const [before, after] = [contentText(row.content), contentText(values.content)];
    if (before !== after) changes.push({ field: "content", label: "内容", before, after });
    if (changes.length) await sections.change(call, row, values, { changes });
  }),
  serve(contract.remove, (call) => sections.drop(call, call.params.id)),
  ...statusHandlers(contract, sections.turn, rowAt),
];

/** A form's values as they are kept: of the content what its type holds; ends the request with complaints about what is not there. */
async function columnsOf(call: SignedCall, body: SectionFields, before?: Section) {
  const { links, text, faq, source, estate_ids, filter, order, limit, tag_ids, ...columns } = body;
  const read = readContent({ type: body.type, links, text, faq, source, estate_ids, filter, order, limit, tag_ids });
  // The contract has checked it.
  const content: SectionContent = read.success ? withoutBlanks(read.data) : refuse(50000);
  const held = before ? SectionContentFields.parse(before.content) : {};
  const errors: FieldError[] = [
    ...(await sections.unknownChoices(call, columns, { ...before, district_ids: before?.district_ids ?? [] })),
    ...(await contents.unknownChoices(call, content, held)),
  ];
  if (errors.length) refuseFields(errors);
  if ("filter" in content) await countGiven(call.db, content.filter, "filter");
  const others = and(eq(section.code, body.code), ne(section.id, before?.id ?? 0));
  if ((await call.db.$count(section, others)) > 0) refuse(40900, { label: "编码" });
  return { ...columns, content, district_ids: columns.district_ids.length ? columns.district_ids : null };
}

/** The same table, looked at for the values that its content names. */
const contents = entity({
  ...{ table: section, module: "seo", type: "section", title: "SEO版块", fields: SectionContentFields },
  nameOf: ({ name }) => name,
});

const withoutBlanks = (content: SectionContent): SectionContent =>
  "filter" in content ? { ...content, filter: plainFilter(content.filter) } : content;

/** What a section holds, as the log tells it. */
function contentText(content: SectionContent): string {
  if ("links" in content) return content.links.map(({ text, url }) => `${text} ${url}`).join("；");
  if ("text" in content) return content.text;
  if ("faq" in content) return content.faq.map(({ q, a }) => `${q} ${a}`).join("；");
  if ("tag_ids" in content) return content.tag_ids.length ? `${content.tag_ids.length}个标签` : "房源最多的标签";
  if (content.source === "manual") return `房源 ${content.estate_ids.join("、")}`;
  return `${filterText(content.filter)}；${content.limit}个`;
}
