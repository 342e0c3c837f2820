import { and, between, eq, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import { isLive } from "~/contract/content/publishing";
import { special as contract, mostEstates, type SpecialFields, type SpecialStats } from "~/contract/special/special";
import type { Db } from "~/server/database/database";
import { contentDaily } from "~/server/database/tables/content/content";
import { special } from "~/server/database/tables/special/special";
import { refuse, refuseFields, rowsOf, type SignedCall } from "~/server/lib/call";
import { orderOf, tablePage } from "~/server/lib/list";
import { containsText } from "~/server/lib/search";
import { serve } from "~/server/lib/serve";
import type { OptionSources } from "~/server/lib/table-options";
import { dailyFiguresOf } from "~/server/resources/content/figures";
import { contentHandlers } from "~/server/resources/content/handlers";
import { inStatuses, ownerOf, statusAt, type Values, valuesOf } from "~/server/resources/content/kind";
import { titled } from "~/server/resources/content/revisions";
import { addItem, draftOf, presentItem, saveDraft, saveItem, savesLive } from "~/server/resources/content/write";
import { daysIn, type Span, spanOf } from "~/server/resources/inquiry/tracker/figures";
import { qrFile } from "~/server/resources/inquiry/tracker/link";
import { isPublic } from "~/server/resources/shared/content-visits";
import { estateNames } from "~/server/resources/shared/districts";
import { isReserved, proposeSlug } from "../content/kind";
import { addressedSpecial, specials } from "./kind";
import { pageUrl } from "./tracker";
import { versionFigures } from "./versions";
import { conversionOf, inPhase, type Special, specialOf, toSpecialRows } from "./view";

export const optionSources = { specials: titled(special) } satisfies Partial<OptionSources>;

type ListQuery = z.output<typeof contract.list.query>;
type CardQuery = z.output<typeof contract.cards.query>;

const specialOrder = (by: ListQuery["sort"] | CardQuery["sort"]): SQL => orderOf(special, by, special.id);

const specialRows = ({ keyword, template, status }: ListQuery, at: Date): SQL =>
  sql`${and(
    isNull(special.deleted_at),
    keyword ? or(containsText(special.name, keyword), containsText(special.title, keyword)) : undefined,
    template?.length ? inArray(special.template, template) : undefined,
    inStatuses(special, status, at),
  )}`;

/** Those of them that are public, whatever their time says, or in one of its phases. */
const cardRows = ({ phase, template }: CardQuery, at: Date): SQL =>
  sql`${and(
    isPublic(special, at),
    template?.length ? inArray(special.template, template) : undefined,
    phase?.length ? or(...phase.map((one) => inPhase(one, at))) : undefined,
  )}`;

export const specialHandlers = [
  serve(contract.list, (call) => {
    const { query, services } = call;
    const parts = { where: specialRows(query, services.now()), order: specialOrder(query.sort) };
    return tablePage(call, special, parts, toSpecialRows);
  }),
  serve(contract.cards, (call) => {
    const { query, services } = call;
    // Those that are public or were are few: no condition reads too many.
    const parts = { where: cardRows(query, services.now()), order: specialOrder(query.sort) };
    return tablePage(call, special, parts, toSpecialRows);
  }),

  serve(contract.slug, async ({ db, query: { slug, title = "", exclude_id = 0 } }) => {
    if (!slug)
      return { slug: await proposeSlug(db, addressedSpecial, title, exclude_id), is_free: true, taken_by: null };
    const owner = await ownerOf(db, addressedSpecial, slug, exclude_id);
    return { slug, is_free: !owner && !isReserved(addressedSpecial, slug), taken_by: owner ?? null };
  }),

  ...contentHandlers(specials, contract, specialOf),

  serve(contract.copy, (call) => copySpecial(call, call.params.id)),
  serve(contract.addEstates, (call) => addEstates(call, call.body)),
  serve(contract.stats, async ({ db, params, query, services }) => {
    const row = await presentItem(db, special, params.id);
    const span = spanOf(query, services.now());
    const own = await statsOf(db, row.id, span);
    const totalOf = async (id: number) => (id === row.id ? own : await statsOf(db, id, span)).total;
    return { ...span, ...own, versions: await versionFigures(db, row, totalOf) };
  }),
  serve(contract.settle, (call) => settle(call, call.params.id, call.body)),
  serve(contract.qrcode, async (call) => {
    const { slug } = await presentItem(call.db, special, call.params.id);
    return qrFile(slug, await pageUrl(call, slug), call.query.format);
  }),
];

/** As many letters as a name may have. */
const longestName = 40;
const copied = "（副本）";

/** A new draft that says the same, at an address and with a tracking point of its own. */
async function copySpecial(call: SignedCall, id: number): Promise<{ id: number }> {
  const row = await presentItem(call.db, special, id);
  const estates = await estateNames(call.db, row.estate_ids);
  return addItem(call, specials, {
    ...valuesOf(specials, row),
    name: row.name.slice(0, longestName - copied.length) + copied,
    slug: null,
    translation_of: null,
    estate_ids: estates(row.estate_ids).map((one) => one.id),
    start_at: null,
    end_at: null,
  });
}

/** A page's numbers day by day, those without any too: visits as they were told, inquiries and deals as of now. */
async function statsOf(db: Db, id: number, span: Span): Promise<Pick<SpecialStats, "days" | "total">> {
  const visits = await rowsOf(
    db,
    contentDaily,
    and(
      eq(contentDaily.kind, "special"),
      eq(contentDaily.target_id, id),
      between(contentDaily.date, span.from, span.to),
    ),
  );
  const visitsOn = new Map(visits.map((row) => [row.date, row]));
  const figuresOn = await dailyFiguresOf(db, "special", id, span);
  const days = daysIn(span).map((date) => {
    const { views: pv = 0, uv = 0 } = visitsOn.get(date) ?? {};
    return { date, pv, uv, ...figuresOn(date) };
  });
  const total = { pv: 0, uv: 0, inquiries: 0, deals: 0 };
  for (const day of days) for (const name of ["pv", "uv", "inquiries", "deals"] as const) total[name] += day[name];
  return { days, total: { ...total, conversion: conversionOf(total.inquiries, total.uv) } };
}

/** What of a page visitors see and fill in, but for its address and its time. */
const seen = [
  ...([
    "title",
    "template",
    "cover_id",
    "cover_mobile_id",
    "modules",
    "estate_ids",
    "form_fields",
    "form_kind",
  ] as const),
  ...(["form_success", "thanks_url", "form_consent", "privacy"] as const),
];

/** Ends a comparison in favour of one version; the other pages stay as they are. */
async function settle(call: SignedCall, id: number, { version, winner_id }: z.output<typeof contract.settle.body>) {
  const row = (await specials.records.lock(call, id, version)) as Special; // of this kind's table
  if (row.variant_ids.length === 0) return refuse(40902);
  if (![id, ...row.variant_ids].includes(winner_id))
    return refuseFields([{ field: "winner_id", label: "采用", message: "请从对比中的专题选择" }]);
  const winner = valuesOf(specials, await presentItem(call.db, special, winner_id));
  const won = Object.fromEntries(seen.map((name) => [name, winner[name]]));
  await saveItem(call, specials, id, { ...valuesOf(specials, row), ...won, variant_ids: [], version });
  return { id };
}

type Given = z.output<typeof contract.addEstates.body>;
type Added = z.output<typeof contract.addEstates.reply>;

/** Adds estates to a page, behind those that it has: to the public version by a publisher, else to its draft copy. */
async function addEstates(call: SignedCall, { special_id: id, estate_ids }: Given): Promise<Added> {
  const row = (await specials.records.lock(call, id)) as Special; // of this kind's table
  const isCopied = isLive(statusAt(row, call.services.now())) && !(await savesLive(call, specials));
  const draft = isCopied ? await draftOf(call, specials.kind, id) : undefined;
  const values: Values = draft?.snapshot ?? valuesOf(specials, row);
  const before = (values.estate_ids ?? []) as SpecialFields["estate_ids"]; // as the kind's schema has parsed them
  const added = [...new Set(estate_ids)].filter((one) => !before.includes(one));
  const reply = { title: row.title, added: added.length, is_draft: isCopied };
  if (added.length === 0) return reply;
  const next = { ...values, estate_ids: [...before, ...added] };
  if (next.estate_ids.length > mostEstates)
    return refuseFields([{ field: "special_id", label: "专题", message: `这个专题的房源最多${mostEstates}个` }]);
  if (draft)
    await saveDraft(call, specials, id, {
      ...next,
      ...{ base_version: draft.base_version, draft_version: draft.version },
    });
  else await saveItem(call, specials, id, { ...next, version: row.version });
  return reply;
}
