import type { FieldError } from "~/contract/errors";
import {
  homeSection as contract,
  HomeSectionFields,
  type RuleField,
  RuleFilter,
  type SectionRule,
  type SectionTypeName,
  sectionType,
} from "~/contract/resource/home-section";
import { homeSection } from "~/server/database/tables/resource/advert";
import { Refusal, refuseFields, type SignedCall } from "~/server/lib/call";
import { lookUp, unknownChoices } from "~/server/lib/dictionary";
import { entity } from "~/server/lib/entity";
import { tablePage } from "~/server/lib/list";
import { serve, serveAct, statusHandlers } from "~/server/lib/serve";
import { atDesk } from "./cards/source";
import { cardsOf } from "./cards/sources";
import { putInOrder } from "./order";
import {
  enabledOn,
  type HomeSection,
  inPlace,
  sectionOf,
  sectionOrder,
  sectionRows,
  shownSections,
  toSectionRows,
} from "./section/view";

const sections = entity({
  ...{ table: homeSection, module: "resources", type: "home_section", title: "首页版块" },
  ...{ fields: HomeSectionFields, unique: "编码" },
  hidden: ["item_ids", "rule"],
  nameOf: ({ title }) => title,
  present: sectionOf,
});

export const homeSectionHandlers = [
  serve(contract.list, (call) => {
    const parts = { where: sectionRows(call.query), order: sectionOrder(call.query.sort) };
    return tablePage(call, homeSection, parts, toSectionRows);
  }),
  serve(contract.get, (call) => sectionOf(call, call.params.id)),
  serve(contract.create, async (call) => sections.add(call, await checked(call, call.body))),
  serveAct(contract.update, sectionOf, async (call, id, { version, ...body }) => {
    const row = await sections.lock(call, id, version);
    await sections.edit(call, row, await checked(call, body, row));
  }),
  serve(contract.remove, async (call) => {
    const row = await sections.lock(call, call.params.id);
    if (row.status === "enabled") throw new Refusal(40902, "请先停用再删除");
    await sections.remove(call, row);
    return null;
  }),
  ...statusHandlers(contract, sections.turn, sectionOf),
  serve(contract.sort, async (call) => {
    const { db, body } = call;
    const { id, sort, title } = homeSection;
    const siblings = await db.select({ id, sort, title }).from(homeSection).orderBy(inPlace).for("update");
    return { count: await putInOrder(call, { table: homeSection, title: "首页版块", siblings, ids: body.ids }) };
  }),
  serve(contract.preview, (call) => {
    const { type, rule, item_ids } = call.body;
    return cardsOf(atDesk(call), { type, rule: rule && ownRule(type, rule), item_ids });
  }),
  serve(contract.shown, async (call) => shownSections(atDesk(call), await enabledOn(call, call.query.platform))),
];

/** A rule by what its type is chosen by alone. */
function ownRule(type: SectionTypeName, { filter, ...rule }: SectionRule): SectionRule {
  const names: readonly RuleField[] = sectionType(type).filters;
  const kept = Object.entries(filter).map(([name, value]) => [name, names.includes(name as RuleField) ? value : null]);
  return { ...rule, filter: RuleFilter.parse(Object.fromEntries(kept)) };
}

async function checked(call: SignedCall, body: HomeSectionFields, before?: HomeSection): Promise<HomeSectionFields> {
  const rule = body.source_mode === "rule" && body.rule ? ownRule(body.type, body.rule) : null;
  const values = { ...body, rule, item_ids: body.source_mode === "manual" ? body.item_ids : [] };
  const wrong = [
    ...(await sections.unknownChoices(call, values, before)),
    ...(await ruleErrors(call, rule, before?.rule ?? null)),
    ...(await itemErrors(call, values, before)),
  ];
  return wrong.length ? refuseFields(wrong) : values;
}

async function ruleErrors(call: SignedCall, rule: SectionRule | null, before: SectionRule | null) {
  if (!rule) return [];
  const [after, known] = [{ ...rule.filter }, { ...before?.filter }];
  const wrong = unknownChoices(await lookUp(call, RuleFilter, after), RuleFilter, after, known);
  return wrong.map(({ message }): FieldError => ({ field: "rule", label: "规则", message }));
}

/** Whether what was chosen is there; what was chosen before may stay. */
async function itemErrors(
  { db, user, services }: SignedCall,
  { type, item_ids }: HomeSectionFields,
  before: HomeSection | undefined,
): Promise<FieldError[]> {
  const fresh = item_ids.filter((id) => before?.type !== type || !before.item_ids.includes(id));
  if (fresh.length === 0) return [];
  const { scene, label } = sectionType(type);
  const source = services.optionSources[scene as keyof typeof services.optionSources]; // the types name table scenes
  const named = new Set((await source.name({ db, user }, fresh.map(String))).map(({ value }) => Number(value)));
  return fresh.every((id) => named.has(id))
    ? []
    : [{ field: "item_ids", label: "内容", message: `所选${label}不存在或已被删除` }];
}
