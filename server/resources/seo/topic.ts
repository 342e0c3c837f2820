import { and, eq, ne } from "drizzle-orm";
import { countConditions, placeLevels } from "~/contract/seo/topic-conditions";
import { type TopicFields, type TopicRow, topicDesc, topicTitle } from "~/contract/seo/topic-template";
import { topicDesc as descTable, type TopicTable, topicTitle as titleTable } from "~/server/database/tables/seo/seo";
import { found, refuse, rowOf, type SignedCall } from "~/server/lib/call";
import { entity } from "~/server/lib/entity";
import { matching, orderOf, tablePage } from "~/server/lib/list";
import { type Served, serve, serveAct, statusHandlers } from "~/server/lib/serve";
import { chooseTopic, renderedFor, type Topic } from "./topic/choose";
import { type AskedPage, type PlacedPage, placePage, somePage } from "./topic/place";

/** Templates of titles or of descriptions: they differ by their paths, their tables and how much they hold. */
function topicHandlers(given: typeof topicTitle | typeof topicDesc, givenTable: TopicTable, title: string): Served[] {
  // Made by one factory each, so that their shapes are the same.
  const contract = given as typeof topicTitle;
  const table = givenTable as typeof titleTable;
  const { shown } = contract;

  const topics = entity({
    ...{
      table,
      module: "seo",
      type: given === topicTitle ? "topic_title" : "topic_desc",
      title,
      unique: "同页面的模板",
    },
    fields: contract.Fields.pick({ name: true, page_type: true, lang: true, template: true, priority: true }),
    nameOf: ({ name }) => name,
    present: (call, id) => topicOf(call, id),
  });

  /** Rows with what each looks like on a page of its kind. */
  async function rowsOf(call: SignedCall, rows: readonly Topic[]): Promise<TopicRow[]> {
    const { permissions } = call.user;
    const [mayEdit, mayPublish] = [permissions.has("seo:template:edit"), permissions.has("seo:template:publish")];
    const pages = new Map<string, PlacedPage>();
    const list: TopicRow[] = [];
    for (const row of rows) {
      const { page_type, template, lang, status, conditions } = row;
      const of = { page_type, lang, country: conditions.country, level: conditions.level, hasTag: namesTag(template) };
      const key = JSON.stringify(of);
      const page = pages.get(key) ?? (await placePage(call, await somePage(call.db, of)));
      pages.set(key, page);
      list.push(
        rowOf(contract.Row, row, {
          ...conditions,
          preview: renderedFor(template, page, shown),
          can: {
            ...{ edit: mayEdit, delete: mayEdit },
            enable: mayPublish && status === "disabled",
            disable: mayPublish && status === "enabled",
          },
        }),
      );
    }
    return list;
  }

  async function topicOf(call: SignedCall, id: number): Promise<TopicRow> {
    const [row] = await rowsOf(call, [await topics.find(call, id)]);
    return found(row);
  }

  /** Nobody else says the same for the same pages, and what it names is there. */
  async function check(call: SignedCall, { page_type, lang, template }: TopicFields, ownId = 0): Promise<void> {
    const same = and(
      ...[eq(table.page_type, page_type), eq(table.lang, lang), eq(table.template, template), ne(table.id, ownId)],
    );
    if ((await call.db.$count(table, same)) > 0) refuse(40900, { label: "同页面的模板" });
  }

  const isAsked = ({ country, district_id, tag, estate_id }: AskedPage) =>
    Boolean(country || district_id || tag || estate_id);

  return [
    serve(contract.list, (call) => {
      const { query } = call;
      const where = and(...matching(table, query, ["page_type", "lang", "status"]));
      return tablePage(call, table, { where, order: orderOf(table, query.sort, table.id) }, rowsOf);
    }),
    serve(contract.get, (call) => topicOf(call, call.params.id)),
    serve(contract.create, async (call) => {
      await check(call, call.body);
      return topics.add(call, columnsOf(call.body));
    }),
    serveAct(contract.update, topicOf, async (call, id, { version, ...body }) => {
      const row = await topics.lock(call, id, version);
      await check(call, body, id);
      const values = columnsOf(body);
      const changes = await topics.changesIn(call, row, values);
      const [before, after] = [conditionText(row.conditions), conditionText(values.conditions)];
      if (before !== after) changes.push({ field: "conditions", label: "条件", before, after });
      if (changes.length) await topics.change(call, row, values, { changes });
    }),
    serve(contract.remove, (call) => topics.drop(call, call.params.id)),
    ...statusHandlers(contract, topics.turn, topicOf),
    serve(contract.preview, async (call) => {
      const { template, page_type, ...sample } = call.body;
      const asked = isAsked(sample)
        ? sample
        : await somePage(call.db, {
            page_type,
            lang: sample.lang,
            country: null,
            level: null,
            hasTag: namesTag(template),
          });
      return renderedFor(template, await placePage(call, asked), shown);
    }),
    serve(contract.resolve, async (call) => {
      const page = await placePage(call, call.body);
      const { winner, candidates } = await chooseTopic(call.db, table, call.body, page);
      const rendered = winner ? renderedFor(winner.template, page, shown) : null;
      return { winner: winner?.id ?? null, rendered, candidates };
    }),
  ];
}

const namesTag = (template: string) => template.includes("{tag}");

const columnsOf = ({ country, level, has_count, ...columns }: TopicFields) => ({
  ...columns,
  conditions: { country, level, has_count },
});

const conditionText = ({ country, level, has_count }: Topic["conditions"]): string | null =>
  [country, level && placeLevels[level], has_count && countConditions[has_count]].filter(Boolean).join("、") || null;

export const topicTemplateHandlers = [
  ...topicHandlers(topicTitle, titleTable, "专题标题模板"),
  ...topicHandlers(topicDesc, descTable, "专题描述模板"),
];
