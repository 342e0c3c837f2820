import { and, eq, inArray } from "drizzle-orm";
import type { z } from "zod";
import { labelOf } from "~/contract/field";
import type { AlbumItem } from "~/contract/house/album";
import type { AuditPicture, AuditRoom, Compared, EstateSnapshot } from "~/contract/house/estate-audit";
import { EstateFields, ruleFields } from "~/contract/house/estate-record";
import { RoomFields } from "~/contract/house/room";
import { media } from "~/server/database/tables/system/system";
import { changesOf } from "~/server/lib/audit";
import { type Looking, pick } from "~/server/lib/call";
import { pictureUrl } from "~/server/resources/shared/upload";
import { estateDescriber } from "../estate/facts";

type Shape = Readonly<Record<string, z.ZodType>>;
type Before = EstateSnapshot | null;

const names = <const N extends keyof EstateFields>(...fields: N[]) => fields;

const sections = {
  info: {
    title: "基本",
    fields: [
      ...names("name", "name_local", "name_en", "alias", "property_type", "sale_status", "structure"),
      ...names("total_units", "sale_units", "floors_above", "floors_below", "buildings", "parking_count"),
      ...names("land_area", "floor_area", "completion_at", "handover_at", "launch_at"),
      ...names("constructor_name", "manager_company"),
    ],
  },
  place: {
    title: "位置",
    fields: names("country_code", "district_id", "address", "address_local", "lat", "lng", "stations", "mansion_ids"),
  },
  price: {
    title: "价格与费用",
    fields: [
      ...names("currency", "price_min", "price_max", "unit_price_avg", "management_fee", "repair_fund"),
      ...names("repair_fund_initial", "property_tax", "property_tax_note", "expected_rent", "gross_yield"),
      ...names("net_yield", "rent_guarantee_years", "down_payment_percent", "payment_plan", "loan_available"),
      ...names("loan_ltv", "purchase_costs"),
    ],
  },
  license: { title: "产权与资质", fields: names("tenure", "tenure_years", "developer", "seller", "broker_id") },
  intro: {
    title: "介绍",
    fields: [
      ...names("highlights", "features", "facilities", "description", "surroundings", "risks", "vr_url", "brochure_id"),
    ],
  },
  commission: { title: "报备与佣金", fields: ruleFields },
  seo: { title: "SEO", fields: names("slug", "seo_title", "seo_desc", "seo_keywords") },
};

/** Every field that holds something on one side, in words, section by section. */
export async function sectionsOf(call: Looking, before: Before, after: EstateSnapshot) {
  const words = await estateDescriber(call, before?.fields ?? {}, after.fields);
  const was = said(EstateFields, words(before?.fields ?? {}));
  const is = said(EstateFields, words(after.fields));
  return Object.entries(sections)
    .map(([key, { title, fields }]) => ({
      key,
      title,
      fields: compared(EstateFields.shape, fields, was, is, before === null),
    }))
    .filter(({ fields }) => fields.length > 0);
}

const roomFields = Object.keys(RoomFields.omit({ floor_plan_id: true, sort: true }).shape);

/** Rooms as they would be, and after them those that would go. */
export async function roomsOf(call: Looking, before: Before, after: EstateSnapshot): Promise<AuditRoom[]> {
  const was = new Map((before ?? after).rooms.map((one) => [one.id, one]));
  const kept = new Set(after.rooms.map(({ id }) => id));
  const gone = (before?.rooms ?? []).filter(({ id }) => !kept.has(id));
  // A room's amounts are in the currency of its estate.
  const saidOf = ({ fields: { currency } }: EstateSnapshot, room: EstateSnapshot["rooms"][number]) =>
    said(RoomFields, { ...room, currency });
  const plans = [...was.values(), ...after.rooms].flatMap(({ floor_plan_id }) => floor_plan_id ?? []);
  const picture = await picturesIn(call, plans);
  const planOf = (room: EstateSnapshot["rooms"][number] | undefined, kind: AuditPicture["kind"]) =>
    room?.floor_plan_id ? picture(planItem(room.floor_plan_id, room.name), kind) : null;
  return [
    ...after.rooms.map((room): AuditRoom => {
      const old = was.get(room.id);
      const isOther = old !== undefined && old.floor_plan_id !== room.floor_plan_id;
      const fields = compared(
        RoomFields.shape,
        roomFields,
        old ? saidOf(before ?? after, old) : new Map(),
        saidOf(after, room),
        before === null,
      );
      const kind = !old ? "added" : isOther || fields.some(({ is_changed }) => is_changed) ? "changed" : "same";
      return {
        ...{ id: room.id, name: room.name, kind, fields },
        plan_before: isOther ? planOf(old, "removed") : null,
        plan: planOf(room, isOther ? "changed" : "same"),
      };
    }),
    ...gone.map((room): AuditRoom => {
      const fields = compared(RoomFields.shape, roomFields, new Map(), saidOf(before ?? after, room), true);
      return {
        ...{ id: room.id, name: room.name, kind: "removed", fields },
        plan_before: null,
        plan: planOf(room, "removed"),
      };
    }),
  ];
}

/** Pictures as they would be, and after them those that would go. */
export async function albumPictures(call: Looking, before: Before, after: EstateSnapshot): Promise<AuditPicture[]> {
  const was = new Map((before ?? after).album.map((item) => [item.media_id, item]));
  const kept = new Set(after.album.map(({ media_id }) => media_id));
  const gone = (before?.album ?? []).filter(({ media_id }) => !kept.has(media_id));
  const picture = await picturesIn(
    call,
    [...after.album, ...gone].map(({ media_id }) => media_id),
  );
  return [
    ...after.album.map((item) => picture(item, kindOf(was.get(item.media_id), item))),
    ...gone.map((item) => picture(item, "removed")),
  ];
}

function kindOf(old: AlbumItem | undefined, item: AlbumItem): AuditPicture["kind"] {
  if (!old) return "added";
  const facts = ({ category, caption, is_cover }: AlbumItem) => JSON.stringify([category, caption, is_cover]);
  return facts(old) === facts(item) ? "same" : "changed";
}

const planItem = (media_id: number, name: string): AlbumItem => ({
  ...{ media_id, category: "floor_plan", caption: name, sort: 0, is_cover: false },
});

async function picturesIn({ db, services }: Looking, ids: readonly number[]) {
  const { id, name, kind } = media;
  const rows = ids.length
    ? await pick(db, media, { id, name, kind }, and(inArray(id, [...new Set(ids)]), eq(media.status, "ready")))
    : [];
  const files = new Map(rows.map((row) => [row.id, row]));
  return ({ media_id, category, caption, is_cover }: AlbumItem, state: AuditPicture["kind"]): AuditPicture => {
    const file = files.get(media_id);
    const is_film = file?.kind === "video";
    return {
      ...{ media_id, category, caption, is_cover, is_film, name: file?.name ?? "", kind: state },
      url: file ? pictureUrl(services, media_id) : null,
      thumb: file && !is_film ? pictureUrl(services, media_id, "thumb") : null,
    };
  };
}

const said = (schema: z.ZodObject, record: Readonly<Record<string, unknown>>) =>
  new Map(changesOf(schema, {}, record).map(({ field, after }) => [field, after]));

type Words = ReadonlyMap<string, string | null>;

function compared(shape: Shape, fields: readonly string[], was: Words, is: Words, isAlone: boolean): Compared[] {
  return fields.flatMap((field) => {
    const [before, after] = [isAlone ? null : (was.get(field) ?? null), is.get(field) ?? null];
    if (before === null && after === null) return [];
    return [{ field, label: labelOf(shape[field], field), before, after, is_changed: !isAlone && before !== after }];
  });
}
