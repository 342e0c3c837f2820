import { z } from "zod";
import * as field from "~/contract/field";

export const propertyTypes = {
  tower: "塔楼公寓",
  apartment: "公寓/マンション",
  detached: "独栋/一户建",
  villa: "别墅",
  townhouse: "联排",
  whole_building: "整栋",
  commercial: "商铺",
  office: "写字楼",
  hotel: "酒店式公寓",
  land: "土地",
} as const;

export const layouts = {
  studio: "单间/1R",
  "1K": "1K",
  "1DK": "1DK",
  "1LDK": "1LDK",
  "2LDK": "2LDK",
  "3LDK": "3LDK",
  "4LDK+": "4LDK+",
  other: "其他",
} as const;
export type Layout = keyof typeof layouts;

/** Those of a list in the order of `layouts`, each once. */
export const inLayoutOrder = (list: readonly Layout[]): Layout[] =>
  (Object.keys(layouts) as Layout[]).filter((layout) => list.includes(layout)); // the keys of the literal above

export const tenures = {
  freehold: "所有权(永久产权)",
  leasehold: "借地权/租赁产权",
  strata: "分层产权",
} as const;

export const structures = {
  RC: "钢筋混凝土",
  SRC: "钢骨钢筋混凝土",
  S: "钢结构",
  W: "木造",
  other: "其他",
} as const;

export const facilities = {
  concierge: "礼宾前台",
  security: "24小时安保",
  auto_lock: "自动门禁",
  delivery_box: "快递箱",
  elevator: "电梯",
  parking: "停车场",
  ev_charger: "充电桩",
  bicycle: "自行车位",
  gym: "健身房",
  pool: "泳池",
  spa: "温泉/桑拿",
  lounge: "业主会所",
  party_room: "派对厅",
  guest_room: "访客套房",
  co_working: "共享办公",
  kids_room: "儿童房",
  garden: "花园",
  rooftop: "屋顶露台",
  pet_facility: "宠物设施",
  isolation: "免震/制震",
} as const;

export const yesNoUnknown = { yes: "可", no: "不可", unknown: "未知" } as const;

export const month = (label: string) =>
  z
    .string({ error: `请选择${label}` })
    .regex(/^(19|20|21)\d\d-(0[1-9]|1[0-2])$/, `${label}应为年月，如2024-03`)
    .meta({ label, control: "month" });

export const Station = z.object({
  line: field.text("线路", 40),
  station: field.text("车站", 40),
  walk_min: field.optional(field.integer("步行分钟", 0, 60)),
  bus_min: field.optional(field.integer("巴士分钟", 0, 60)),
});
export type Station = z.output<typeof Station>;

export const stations = () =>
  z
    .array(Station)
    .max(6, "交通最多6条")
    .default([])
    .meta({ label: "交通", control: "stations", help: "按距离排列，第一条为最近车站" });

export const aliases = (max: number, length = 60) =>
  z.array(field.text("别名", length)).max(max, `别名最多${max}个`).default([]).meta({ control: "tags" });

export const directions = {
  N: "北",
  NE: "东北",
  E: "东",
  SE: "东南",
  S: "南",
  SW: "西南",
  W: "西",
  NW: "西北",
} as const;

/** How far an estate is sold; rooms carry the same words. */
export const saleStatuses = {
  upcoming: "即将开盘",
  on_sale: "在售",
  last_units: "尾盘",
  sold_out: "售罄",
  ended: "停售",
} as const;

/** Degrees, six decimals at most. */
export const latitude = () => degrees("纬度", 90);
export const longitude = () => degrees("经度", 180);

const degrees = (label: string, limit: number) =>
  z
    .number({ error: `请输入${label}` })
    .min(-limit, `${label}应在-${limit}至${limit}之间`)
    .max(limit, `${label}应在-${limit}至${limit}之间`)
    .meta({ label, control: "number", decimals: 6 });

export const count = (label: string, max: number) => field.optional(field.integer(label, 0, max));

export const monthly = (label: string) => field.optional(field.money(label).meta({ unit: "/月" }));
