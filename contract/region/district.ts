import { z } from "zod";
import { aliases, latitude, longitude } from "~/contract/shared/property";
import { bit, keyword, listQuery, oneOf, page, queryId, ref } from "../common";
import { endpoint } from "../endpoint";
import * as field from "../field";
import { readQuery } from "../read-query";
import { recordEndpoints } from "../record-endpoints";
import { recordRequest, request, screenData } from "../screen-data";
import { importEndpoints } from "../shared/import-endpoints";
import { ImportTask } from "../shared/import-task";

const permission = "geo:region:manage";

export const districtStatuses = { enabled: "启用", disabled: "停用" } as const;
export type DistrictStatus = keyof typeof districtStatuses;
/** What a country's levels are called where it does not say. */
export const districtLevels = ["一级区域", "二级区域", "三级区域"] as const;
export const deepestLevel = districtLevels.length;

/** As in paths and addresses, which it is a part of. */
const code = field
  .text("代码", 40)
  .regex(/^[A-Za-z0-9]+(-[A-Za-z0-9]+)*$/, "代码只能由字母、数字和连字符组成")
  .meta({ label: "代码", control: "text", help: "如 JIS、GB 代码；留空自动生成" });

export const DistrictFields = z.object({
  country_code: field.optionValue("国家/地区", "countries"),
  parent_id: field.optional(field.reference("上级区域", "districts")).meta({ help: "留空为一级区域" }),
  name_zh: field.text("中文名", 40),
  name_local: field.optional(field.text("原文名", 60)),
  name_en: field.optional(field.text("英文名", 60)),
  alias: aliases(10),
  code: field.optional(code),
  lat: field.optional(latitude()),
  lng: field.optional(longitude()),
  is_hot: z.boolean().default(false).meta({ label: "热门", control: "switch" }),
  is_open: z.boolean().default(false).meta({ label: "已开通", control: "switch" }),
  cover_id: field.optional(field.id("封面")).meta({ control: "media" }),
  intro: field.optional(field.longText("介绍", 500)),
  avg_unit_price: field.optional(field.money("均价", "avg_unit_currency")).meta({ unit: "/㎡" }),
  avg_unit_currency: field.optional(field.optionValue("均价币种", "currencies")),
  avg_unit_at: field.optional(field.day("均价日期")),
  sort: field.integer("排序", 0, 9999).default(100).meta({ help: "小的在前" }),
});
export type DistrictFields = z.output<typeof DistrictFields>;

type Checked = Pick<DistrictFields, "lat" | "lng" | "avg_unit_price" | "avg_unit_currency">;

function checkDistrict(value: Checked, context: z.RefinementCtx) {
  const wrong = (name: keyof Checked, message: string) => context.addIssue({ code: "custom", path: [name], message });
  if ((value.lat === null) !== (value.lng === null)) wrong(value.lat === null ? "lat" : "lng", "经度和纬度应一起填写");
  if (value.avg_unit_price !== null && !value.avg_unit_currency) wrong("avg_unit_currency", "请选择均价币种");
}

export const DistrictCreate = DistrictFields.superRefine(checkDistrict);
/** The country has to be the district's own. */
export const DistrictUpdate = DistrictFields.extend({ version: field.version() }).superRefine(checkDistrict);

/** With all below it, or by itself. */
export const DistrictEnable = z.object({
  with_below: z.boolean().default(false).meta({ label: "同时启用全部下级区域", control: "switch" }),
});

const { shape } = DistrictFields;

export const DistrictRow = field.rowOf(
  DistrictFields,
  ["country_code", "is_hot", "is_open", "avg_unit_price", "avg_unit_currency", "sort"],
  {
    ...field.record(),
    level: z.int(),
    parent_id: field.read(shape.parent_id, { label: "上级" }),
    parent: ref.nullable().meta({ label: "上级" }),
    code: field.read(code),
    name_zh: field.read(shape.name_zh, { label: "中文" }),
    name_local: field.read(shape.name_local, { label: "原文" }),
    name_en: field.read(shape.name_en, { label: "英文" }),
    initial: z.string().nullable().meta({ label: "首字母" }),
    child_count: z.int().meta({ label: "下级数" }),
    /** Of all below it, by status: what a change of status would take along. */
    below: z.object({ enabled: z.int(), disabled: z.int() }),
    /** In it and in all below it. */
    estate_count: z.int().meta({ label: "房源数" }),
    status: field.choice("状态", districtStatuses),
    can: field.can("edit", "enable", "disable", "delete"),
  },
);
export type DistrictRow = z.output<typeof DistrictRow>;

/** The country of districts, and the districts above them from the highest down. */
const DistrictPlace = z.object({
  country: z.object({
    code: z.string(),
    name: z.string(),
    flag: z.string().nullable(),
    level_names: z.array(z.string()),
  }),
  above: z.array(ref.extend({ level: z.int() })),
});
export type DistrictPlace = z.output<typeof DistrictPlace>;

export const DistrictDetail = DistrictRow.extend({
  ...field.rowOf(DistrictFields, ["alias", "lat", "lng", "cover_id", "intro", "avg_unit_at"], {}).shape,
  path: z.string(),
  cover: z.string().nullable(),
  place: DistrictPlace,
});
export type DistrictDetail = z.output<typeof DistrictDetail>;

const DistrictPage = page(DistrictRow).extend({ place: DistrictPlace });
export type DistrictPage = z.output<typeof DistrictPage>;

/** One district of a tree, which comes flat: the parents before their children, siblings in their order. */
const DistrictNode = DistrictRow.pick({
  id: true,
  parent_id: true,
  level: true,
  code: true,
  name_zh: true,
  name_local: true,
  initial: true,
  is_hot: true,
  status: true,
  child_count: true,
});
export type DistrictNode = z.output<typeof DistrictNode>;

const countryCode = () =>
  z
    .string()
    .regex(/^[A-Za-z]{2}$/)
    .toUpperCase();
const level = () => z.coerce.number().int().min(1).max(deepestLevel);

export const district = {
  ...recordEndpoints("/api/geo/district", "区域", {
    kind: "district",
    permission,
    query: listQuery(
      {
        /** Without one: that of `parent_id`, else the first in which business is done. */
        country: countryCode().optional(),
        level: level().optional(),
        parent_id: queryId(),
        keyword: keyword(),
        is_hot: bit().meta({ label: "热门" }),
        status: oneOf(districtStatuses),
      },
      ["sort", "code", "name_zh", "name_en", "initial", "child_count", "avg_unit_price"],
      "sort",
    ),
    page: DistrictPage,
    record: DistrictDetail,
    create: DistrictCreate,
    update: DistrictUpdate,
  }),
  /** Of a country, or of what is below one district, so many levels deep. */
  tree: endpoint("GET /api/geo/district/tree", "区域树", "signed-in", {
    keys: true,
    isKept: true,
    query: z.object({
      country: countryCode(),
      parent_id: queryId(),
      depth: level().default(1),
      /** Disabled ones too, as those who manage them see them. */
      with_disabled: bit(),
    }),
    reply: z.object({ list: z.array(DistrictNode) }),
  }),
  enable: endpoint("PATCH /api/geo/district/{id}/enable", "启用区域", permission, {
    body: DistrictEnable,
    reply: DistrictDetail,
  }),
  /** Takes all below it along. */
  disable: endpoint("PATCH /api/geo/district/{id}/disable", "停用区域", permission, { reply: DistrictDetail }),
  /** Siblings in their new order: all of them, or some, which then take each other's places. */
  sort: endpoint("PUT /api/geo/district/sort", "区域排序", permission, {
    body: z.object({
      country: countryCode(),
      parent_id: field.optional(field.id("上级区域")),
      ids: z
        .array(z.int().positive())
        .min(1, "请选择区域")
        .max(5000, "一次最多排序5000个区域")
        .refine((ids) => new Set(ids).size === ids.length, "区域重复")
        .meta({ label: "区域" }),
    }),
    reply: z.object({ count: z.int() }),
  }),
};

export const districtImport = importEndpoints("/api/geo/district/import", "区域", {
  permission,
  reply: ImportTask,
  id: "id",
});

/** A list of districts shows those of its own level. */
const levelData = (level: number) =>
  screenData("list", ({ search }) => ({
    page: request(district.list, { query: { ...readQuery(search, district.list), level } }),
  }));

export const districtScreens = {
  "/regionalManage/countryList/regionalList": levelData(1),
  "/regionalManage/countryList/twoLevelList": levelData(2),
  "/regionalManage/countryList/threeLevelList": levelData(3),
  "/regionalManage/district-edit": screenData("page", ({ search }) => ({
    record: search.has("id") ? recordRequest(district.get, search.get("id")) : undefined,
  })),
};
