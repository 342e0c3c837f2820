import { z } from "zod";
import { layouts, propertyTypes, Station, saleStatuses } from "~/contract/shared/property";
import { bit, csv, isPlainText, keyword, listQuery, oneOf, option, page, queryId, ref } from "../common";
import { type Access, endpoint } from "../endpoint";
import * as field from "../field";
import { chosenRequest, listData, recordRequest, rowNumber, screenData } from "../screen-data";
import { album, albumCategories } from "./album";
import {
  auditStatuses,
  EstateCreate,
  EstateFields,
  EstateUpdate,
  Facts,
  publishStatuses,
  Rules,
} from "./estate-record";
import { room } from "./room";
import { unit } from "./unit";

export const EstateFlags = z.object({
  is_hot: z.boolean().default(false).meta({ label: "热门", control: "switch" }),
  is_recommend: z.boolean().default(false).meta({ label: "推荐", control: "switch" }),
  sort: field.integer("排序", 0, 9999).default(100).meta({ help: "小的在前" }),
});

const EstateUnpublish = z.object({ reason: field.reason("下架原因") });

const { shape } = EstateFields;
const flags = EstateFlags.shape;
const inRow = [
  "name_local",
  "property_type",
  "country_code",
  "address",
  "lat",
  "lng",
  "currency",
  "sale_status",
] as const;

export const EstateRow = field.rowOf(EstateFields, inRow, {
  ...field.record(),
  estate_no: z.string().meta({ label: "编号" }),
  cover: z.string().nullable().meta({ label: "封面" }),
  name: field.read(shape.name, { label: "名称" }),
  district: z.string().meta({ label: "区域" }),
  nearest: Station.nullable().meta({ label: "最近车站" }),
  price_min: field.read(shape.price_min, { label: "总价" }),
  price_max: field.read(shape.price_max),
  /** At the present rate; null where there is none. */
  price_min_cny: z.string().nullable(),
  price_max_cny: z.string().nullable(),
  /** Those of its rooms, in the order of `layouts`. */
  layouts: field.choices("户型", layouts),
  area_min: z.number().nullable().meta({ label: "面积" }),
  area_max: z.number().nullable(),
  gross_yield: field.read(shape.gross_yield, { label: "回报率", figure: "gross_yield" }),
  completion_at: field.read(shape.completion_at, { label: "竣工" }),
  audit_status: field.choice("审核状态", auditStatuses),
  /** A change of it waits for its review; the live version stays until then. */
  is_changing: z.boolean().meta({ label: "变更审核中" }),
  publish_status: field.choice("上架状态", publishStatuses),
  is_hot: field.read(flags.is_hot),
  is_recommend: field.read(flags.is_recommend),
  sort: field.read(flags.sort),
  has_units: z.boolean(),
  /** How many flats are for sale, of how many, as far as its layouts say so, else as it says itself; null where nobody knows, or nothing is sold any more. */
  supply: z.object({ available: z.int(), total: z.int() }).nullable().meta({ label: "可售" }),
  created_at: field.instant("创建时间"),
  updated_at: field.instant("更新时间"),
  can: field.can("edit", "delete", "submit", "withdraw", "publish", "unpublish", "flag", "report"),
});
export type EstateRow = z.output<typeof EstateRow>;

/** What still keeps an estate from being submitted, or from going online. */
export const Completeness = z.object({
  key: z.string(),
  label: z.string(),
  is_met: z.boolean(),
  needed: z.enum(["submit", "publish"]),
});

/** The review of a change: the one that waits, or the last one when it was refused. */
const EstateReview = z.object({
  id: z.int(),
  audit_no: z.string(),
  action: z.string(),
  status: z.string(),
  submitter: z.string(),
  submitted_at: z.string(),
  sla_due_at: z.string(),
  reject_reason: z.string().nullable(),
  reject_note: z.string().nullable(),
});

const EstateDetail = field.rowOf(Facts, Facts.keyof().options, {
  ...EstateRow.shape,
  rules: Rules.nullable(),
  /** What one of its currency is worth in CNY, and since when; null for what is in CNY, or has no rate. */
  rate: z.object({ to_cny: z.string(), at: z.string() }).nullable(),
  /** The districts above its own, the highest first, and its own. */
  place: z.array(ref),
  mansions: z.array(ref.extend({ mansion_no: z.string() })),
  broker: ref.nullable(),
  brochure: z.object({ id: z.int(), name: z.string(), url: z.string() }).nullable(),
  video_id: z.int().nullable(),
  view_count: z.int().meta({ label: "浏览" }),
  room_count: z.int(),
  /** Of its layouts, where they say so: the price of a ㎡ in its currency, weighted by area and number, and how many flats are for sale. */
  of_rooms: z.object({ unit_price_avg: z.string().nullable(), available: z.int().nullable() }),
  /** Customers in the reader's scope who have it in mind, and follow-ups about it; null for those who see none. */
  customer_count: z.int().nullable().meta({ label: "意向客户" }),
  tracking_count: z.int().nullable().meta({ label: "相关跟进" }),
  /** Null for those who see no inquiries. */
  inquiry_count: z.int().nullable().meta({ label: "询盘" }),
  /** Null for those who see no leads. */
  clue_count: z.int().nullable().meta({ label: "报备" }),
  /** Null for those who see no deals. */
  deal_count: z.int().nullable().meta({ label: "成交" }),
  published_at: field.instant("上架时间").nullable(),
  offline_reason: field.read(EstateUnpublish.shape.reason).nullable(),
  completeness: z.array(Completeness),
  review: EstateReview.nullable(),
  /** For those who edit: the fields that a waiting change would give it. */
  proposed: EstateFields.partial().nullable(),
});
export type EstateDetail = z.output<typeof EstateDetail>;

export const EstateBrief = EstateRow.pick({
  id: true,
  estate_no: true,
  cover: true,
  name: true,
  property_type: true,
  district: true,
  nearest: true,
  currency: true,
  price_min: true,
  price_max: true,
  price_min_cny: true,
  price_max_cny: true,
  layouts: true,
  area_min: true,
  area_max: true,
  gross_yield: true,
  completion_at: true,
  sale_status: true,
  publish_status: true,
});
export type EstateBrief = z.output<typeof EstateBrief>;

const amount = () =>
  z
    .string()
    .regex(/^\d{1,16}(\.\d{1,2})?$/, "金额须为数字，最多两位小数")
    .optional();
const number = (max: number) => z.coerce.number().min(0).max(max).optional();
const monthOf = () =>
  z
    .string()
    .regex(/^(19|20|21)\d\d(-(0[1-9]|1[0-2]))?$/, "应为年或年月，如2027、2027-03")
    .optional();

export const estateFilters = {
  keyword: keyword(),
  country: csv(z.string().length(2)),
  district_id: csv(z.coerce.number().int().positive()),
  property_type: oneOf(propertyTypes),
  layout: oneOf(layouts),
  /** Some of its prices are between these, in `currency` (CNY unless given) at the present rate. */
  price_min: amount(),
  price_max: amount(),
  currency: z
    .string()
    .regex(/^[A-Z]{3}$/)
    .optional()
    .meta({ label: "币种", scene: "currencies" }),
  area_min: number(99_999),
  area_max: number(99_999),
  yield_min: number(30),
  completion_min: monthOf(),
  completion_max: monthOf(),
  walk_max: number(60),
  sale_status: oneOf(saleStatuses),
  audit_status: oneOf(auditStatuses),
  publish_status: oneOf(publishStatuses),
  is_hot: bit().meta({ label: field.labelOf(flags.is_hot, "is_hot") }),
  is_recommend: bit().meta({ label: field.labelOf(flags.is_recommend, "is_recommend") }),
  has_coords: bit().meta({ label: "有坐标" }),
  has_units: bit().meta({ label: "有销控" }),
  mansion_id: queryId(),
  broker_id: queryId(),
  bbox: z
    .string()
    .regex(/^-?\d{1,3}(\.\d{1,8})?(,-?\d{1,3}(\.\d{1,8})?){3}$/, "地图范围不正确")
    .refine(isPlainText)
    .optional(),
};

/** The tabs of the list, which opens with the first; only people who may edit estates have them. */
export const estateStates = {
  online: publishStatuses.online,
  offline: publishStatuses.offline,
  pending: auditStatuses.pending,
  draft: auditStatuses.draft,
  rejected: auditStatuses.rejected,
  all: "全部",
} as const;
/** A holder of one of these codes also sees estates that are not for sale. */
export const estateKeepers = {
  permission: ["house:estate:edit", "house:estate:create", "house:estate:publish", "house:estate:audit"],
} as const satisfies { permission: Access };

export const estate = {
  list: endpoint("GET /api/estate", "房源列表", "house:estate:view", {
    query: listQuery(
      {
        ...estateFilters,
        /** What is online where it is not said, unless `audit_status` or `publish_status` is. */
        state: z.enum(Object.keys(estateStates) as [keyof typeof estateStates]).optional(),
      },
      ["sort", "created_at", "updated_at", "estate_no", "price_min", "gross_yield", "completion_at"],
      "-created_at",
    ),
    where: { more: { name: EstateRow.shape.name }, not: ["mansion_id", "state"] },
    reply: page(EstateRow),
  }),
  options: endpoint("GET /api/estate/options", "房源选项", "house:estate:view", {
    query: z.object({ keyword: keyword(), ids: csv(z.coerce.number().int().positive()) }),
    reply: z.array(option),
  }),
  get: endpoint("GET /api/estate/{id}", "房源详情", "house:estate:view", { kind: "estate", reply: EstateDetail }),
  similar: endpoint("GET /api/estate/{id}/similar", "相似房源", "house:estate:view", { reply: z.array(EstateBrief) }),
  create: endpoint("POST /api/estate", "新增房源", "house:estate:create", {
    body: EstateCreate,
    reply: z.object({ id: z.int(), estate_no: z.string() }),
  }),
  /** Of an approved one, what is material waits for its review unless the caller may review (`review` of the answer). */
  update: endpoint("PUT /api/estate/{id}", "编辑房源", "house:estate:edit", {
    body: EstateUpdate,
    reply: EstateDetail,
  }),
  remove: endpoint("DELETE /api/estate/{id}", "删除房源", "house:estate:edit", { reply: z.null() }),
  submit: endpoint("PATCH /api/estate/{id}/submit", "提交审核", "house:estate:edit", { reply: EstateDetail }),
  withdraw: endpoint("PATCH /api/estate/{id}/withdraw", "撤回审核", "house:estate:edit", { reply: EstateDetail }),
  flag: endpoint("PATCH /api/estate/{id}/flag", "设置热门推荐", "house:estate:edit", {
    body: EstateFlags,
    reply: EstateDetail,
  }),
  publish: endpoint("PATCH /api/estate/{id}/publish", "上架房源", "house:estate:publish", { reply: EstateDetail }),
  unpublish: endpoint("PATCH /api/estate/{id}/unpublish", "下架房源", "house:estate:publish", {
    body: EstateUnpublish,
    reply: EstateDetail,
  }),
};

/** What an estate's album needs before it is submitted. */
export const neededPictures = [
  { key: "exterior", label: albumCategories.exterior },
  { key: "floor_plan", label: albumCategories.floor_plan },
] as const;

export const estateScreens = {
  "/house/estate-list": listData(estate.list),
  "/house/estate-list/estate-detail": screenData("page", ({ search }) => {
    const id = search.get("id");
    const customer_id = rowNumber(search.get("customer"));
    const quote = id === null ? undefined : chosenRequest(unit.quote, search.get("quote"), { customer_id });
    const isNew = id === null || quote !== undefined;
    const query = search.has("edit") ? { proposed: true } : {};
    return {
      record: isNew ? undefined : recordRequest(estate.get, id),
      rooms: isNew ? undefined : recordRequest(room.list, id),
      pictures: isNew ? undefined : recordRequest(album.ofEstate, id, query),
      quote,
    };
  }),
};
