import { z } from "zod";
import {
  aliases,
  count,
  facilities,
  latitude,
  longitude,
  month,
  propertyTypes,
  stations,
  structures,
  tenures,
  yesNoUnknown,
} from "~/contract/shared/property";
import { csv, isPlainText, keyword, listQuery, oneOf, page, queryId } from "../common";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { recordEndpoints, statusEndpoints } from "../record-endpoints";
import { chosenRequest, listRequest, recordRequest, rowNumber, screenData } from "../screen-data";
import { album } from "./album";

export const manageForms = { full: "全部委托", partial: "部分委托", self: "自主管理" } as const;
export const mansionSources = { manual: "人工", application: "申请", import: "导入" } as const;
export type MansionSource = keyof typeof mansionSources;
export const mansionStatuses = { enabled: "启用", disabled: "停用", merged: "已合并" } as const;
export type MansionStatus = keyof typeof mansionStatuses;

const perSquareMetre = (label: string) => field.optional(field.money(label).meta({ unit: "/㎡" }));

export const MansionFields = z.object({
  name: field.text("楼栋名", 100),
  name_local: field.optional(field.text("原文名", 100)),
  name_en: field.optional(field.text("英文名", 100)),
  alias: aliases(10, 100),
  property_type: field.optional(field.choice("物业类型", propertyTypes)),
  country_code: field.optionValue("国家/地区", "countries"),
  district_id: field.reference("区域", "districts").meta({ minLevel: 2 }),
  address: field.text("地址", 200),
  lat: field.optional(latitude()),
  lng: field.optional(longitude()),
  stations: stations(),
  built_at: month("建成年月"),
  structure: field.optional(field.choice("结构", structures)),
  floors_above: count("地上层数", 200),
  floors_below: count("地下层数", 20),
  total_units: count("总户数", 20_000),
  developer: field.optional(field.text("开发商", 100)),
  constructor_name: field.optional(field.text("施工", 100)),
  manager_company: field.optional(field.text("管理公司", 100)),
  manage_form: field.optional(field.choice("管理形式", manageForms)),
  land_right: field.optional(field.choice("产权", tenures)),
  land_use: field.optional(field.text("用途地域", 30)),
  currency: field.optional(field.optionValue("币种", "currencies")),
  avg_unit_price: perSquareMetre("均价"),
  price_date: field.optional(field.day("均价日期")),
  avg_rent_unit: perSquareMetre("平均租金"),
  gross_yield: field.optional(field.decimal("表面回报率", 0, 30).meta({ unit: "%" })),
  management_fee_sqm: perSquareMetre("管理费"),
  repair_fund_sqm: perSquareMetre("修缮积立金"),
  facilities: field.choices("配套", facilities),
  pet_allowed: field.choice("宠物", yesNoUnknown).default("unknown"),
  minpaku_allowed: field.choice("民泊", yesNoUnknown).default("unknown"),
  description: field.optional(field.longText("介绍", 5000)),
});
export type MansionFields = z.output<typeof MansionFields>;

export function checkMansion(value: MansionFields, context: z.RefinementCtx) {
  const wrong = (name: keyof MansionFields, message: string) =>
    context.addIssue({ code: "custom", path: [name], message });
  if ((value.lat === null) !== (value.lng === null)) wrong(value.lat === null ? "lat" : "lng", "经度和纬度应一起填写");
  const amounts = [value.avg_unit_price, value.avg_rent_unit, value.management_fee_sqm, value.repair_fund_sqm];
  if (amounts.some((amount) => amount !== null) && !value.currency) wrong("currency", "请选择币种");
}

export const MansionCreate = MansionFields.superRefine(checkMansion);
export const MansionUpdate = MansionFields.extend({
  version: field.version(),
}).superRefine(checkMansion);

const { shape } = MansionFields;
const inRow = ["name_local", "address", "total_units", "structure", "avg_unit_price", "currency"] as const;

export const MansionRow = field.rowOf(MansionFields, inRow, {
  ...field.record(),
  mansion_no: z.string().meta({ label: "编号" }),
  cover: z.string().nullable().meta({ label: "封面" }),
  name: field.read(shape.name, { label: "名称" }),
  district: z.string().meta({ label: "区域" }),
  built_at: field.read(shape.built_at, { label: "建成" }),
  estate_count: z.int().meta({ label: "关联房源" }),
  source: field.choice("来源", mansionSources),
  status: field.choice("状态", mansionStatuses),
  created_at: field.instant("创建时间"),
  can: field.can("edit", "enable", "disable", "merge", "delete"),
});
export type MansionRow = z.output<typeof MansionRow>;

const MansionDetail = field.rowOf(MansionFields, MansionFields.keyof().options, {
  ...MansionRow.shape,
  application_count: z.int().meta({ label: "申请数" }),
  owner_count: z.int().meta({ label: "已认领业主" }),
  /** Where it went, when it was merged. */
  merged_to: z.object({ id: z.int(), mansion_no: z.string(), name: z.string() }).nullable(),
});
export type MansionDetail = z.output<typeof MansionDetail>;

/** A building that may be the same as another. */
export const SimilarMansion = MansionDetail.pick({
  id: true,
  mansion_no: true,
  name: true,
  name_local: true,
  district: true,
  address: true,
  built_at: true,
  total_units: true,
  cover: true,
  lat: true,
  lng: true,
}).extend({
  similarity: z.number(),
  /** Metres; null where one of them has no position. */
  distance: z.number().nullable(),
});
export type SimilarMansion = z.output<typeof SimilarMansion>;

const year = () => z.coerce.number().int().min(1900).max(2199).optional();

const view = "house:mansion:view";
const edit = "house:mansion:edit";

export const mansion = {
  ...recordEndpoints("/api/estate/mansion", "楼栋", {
    kind: "mansion",
    permission: view,
    write: edit,
    query: listQuery(
      {
        keyword: keyword(),
        country: csv(z.string().length(2)),
        district_id: csv(z.coerce.number().int().positive()),
        built_min: year().meta({ label: "建成年" }),
        built_max: year().meta({ label: "建成年" }),
        structure: oneOf(structures),
        source: oneOf(mansionSources),
        status: oneOf(mansionStatuses),
      },
      ["created_at", "mansion_no", "built_at"],
      "-created_at",
    ),
    page: page(MansionRow),
    record: MansionDetail,
    create: MansionCreate,
    update: MansionUpdate,
  }),
  ...statusEndpoints("/api/estate/mansion", "楼栋", { permission: edit, record: MansionDetail }),
  merge: endpoint("POST /api/estate/mansion/{id}/merge", "合并楼栋", edit, {
    body: z.object({ into_id: field.id("并入的楼栋"), version: field.version() }),
    reply: MansionDetail,
  }),
  similar: endpoint("GET /api/estate/mansion/similar", "相似楼栋", view, {
    query: z.object({
      name: z.string().trim().min(1).max(100).refine(isPlainText),
      country: z.string().length(2).optional(),
      lat: z.coerce.number().min(-90).max(90).optional(),
      lng: z.coerce.number().min(-180).max(180).optional(),
      exclude_id: queryId(),
    }),
    reply: z.array(SimilarMansion),
  }),
};

export const mansionScreens = {
  "/house/mansion-management": screenData("list", (address) => {
    const source = address.search.get("merge");
    const other = address.search.get("into");
    const target = rowNumber(source) && rowNumber(source) !== rowNumber(other) ? other : null;
    return {
      page: listRequest(mansion.list, address),
      source: chosenRequest(mansion.get, source),
      sourceAlbum: chosenRequest(album.ofMansion, source),
      target: chosenRequest(mansion.get, target),
      targetAlbum: chosenRequest(album.ofMansion, target),
    };
  }),
  "/house/mansion-management/mansion-management-edit": screenData("page", ({ search }) => {
    const id = search.get("id");
    return {
      record: id === null ? undefined : recordRequest(mansion.get, id),
      pictures: id === null ? undefined : recordRequest(album.ofMansion, id),
    };
  }),
};
