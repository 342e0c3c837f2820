import { z } from "zod";
import { bit, contactKeyword, csv, languages, listQuery, oneOf, page } from "../common";
import { shanghaiDay } from "../day";
import * as field from "../field";
import { recordEndpoints, statusEndpoints } from "../record-endpoints";
import { listAndRecord } from "../screen-data";

export const brokerTypes = { company: "公司", individual: "个人" } as const;
export type BrokerType = keyof typeof brokerTypes;

const brokerStatuses = { enabled: "启用", disabled: "停用" } as const;
export type BrokerStatus = keyof typeof brokerStatuses;

/** Days before a licence's end at which its keepers are notified and the list's filter begins to show it. */
export const licenseWarnDays = 60;

export const isLicenseUrgent = (expires: string | null) => expires !== null && expires < shanghaiDay(licenseWarnDays);

export const BrokerFields = z.object({
  name: field.text("名称", 50),
  type: field.choice("类型", brokerTypes),
  company_name: field.optional(field.text("公司名称", 100)),
  license_country: field.optional(field.optionValue("牌照国家/地区", "countries")),
  license_no: field.optional(field.text("牌照号", 50)),
  license_expire_at: field.optional(field.day("牌照有效期")),
  contact_name: field.text("联系人", 50),
  phone_cc: field.text("区号", 4).meta({ control: "select", scene: "phone_codes" }),
  phone: field.phone("联系电话"),
  email: field.optional(field.email()),
  wechat: field.optional(field.text("微信", 50)),
  languages: field.choices("服务语言", languages),
  service_district_ids: z
    .array(z.int().positive())
    .max(20, "服务区域最多选20项")
    .default([])
    .meta({ label: "服务区域", control: "multi-select", scene: "districts" }),
  avatar_id: field.optional(field.id("头像")).meta({ control: "media" }),
  intro: field.optional(field.longText("简介", 1000)),
  commission_note: field.optional(field.longText("佣金说明", 200)),
});
export type BrokerFields = z.output<typeof BrokerFields>;

/** A licence number says something only together with its country. */
function checkLicense({ license_country, license_no }: BrokerFields, context: z.RefinementCtx) {
  if (license_no && !license_country)
    context.addIssue({ code: "custom", path: ["license_country"], message: "请选择牌照国家/地区" });
}

export const BrokerCreate = BrokerFields.superRefine(checkLicense);
export const BrokerUpdate = BrokerFields.extend({
  version: field.version(),
}).superRefine(checkLicense);

const { shape } = BrokerFields;

export const BrokerRow = field.rowOf(BrokerFields, ["name", "type", "license_no", "contact_name"], {
  ...field.record(),
  broker_no: z.string().meta({ label: "编号" }),
  company_name: field.read(shape.company_name, { label: "公司" }),
  license_country: field.read(shape.license_country, { label: "国家" }),
  license_expire_at: field.read(shape.license_expire_at, { label: "有效期" }),
  languages: field.read(shape.languages, { label: "语言" }),
  estate_count: z.int().meta({ label: "关联房源" }),
  status: field.choice("状态", brokerStatuses),
  created_at: field.instant("创建时间"),
  can: field.can("edit", "enable", "disable", "delete"),
});
export type BrokerRow = z.output<typeof BrokerRow>;

export const BrokerDetail = BrokerRow.extend({
  ...field.rowOf(
    BrokerFields,
    ["phone_cc", "phone", "email", "wechat", "service_district_ids", "avatar_id", "intro", "commission_note"],
    {},
  ).shape,
  avatar: z.string().nullable(),
});
export type BrokerDetail = z.output<typeof BrokerDetail>;

const permission = "system:broker:manage";

export const broker = {
  ...recordEndpoints("/api/system/broker", "房产经纪", {
    kind: "broker",
    permission,
    query: listQuery(
      {
        keyword: contactKeyword(),
        type: oneOf(brokerTypes),
        country: csv(z.string().length(2)),
        language: oneOf(languages),
        status: oneOf(brokerStatuses),
        expiring: bit().meta({ label: "60天内到期" }),
      },
      ["created_at", "broker_no", "name", "license_expire_at"],
      "-created_at",
    ),
    page: page(BrokerRow),
    record: BrokerDetail,
    create: BrokerCreate,
    update: BrokerUpdate,
  }),
  ...statusEndpoints("/api/system/broker", "房产经纪", { permission, record: BrokerDetail }),
};

export const brokerScreens = { "/system/broker": listAndRecord(broker.list, broker.get) };
