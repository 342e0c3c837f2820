import type { z } from "zod";
import { Customer, CustomerRow, checkCustomer } from "~/contract/customer/customer-record";
import { labelOf, metaOf } from "~/contract/field";
import { type SheetShape, sheetField } from "~/server/resources/shared/import/columns";
import { type NamePart, nameParts } from "~/server/resources/shared/import/values";

/** The customer's fields that a file may contain: no districts and introducer, whose row numbers a file does not know. */
const Facts = Customer.omit({
  district_id: true,
  intent_district_ids: true,
  referrer_customer_id: true,
  agent_id: true,
});

export const ImportRow = Facts.superRefine(checkCustomer);
export type ImportRow = z.output<typeof ImportRow>;

export type ImportField = keyof typeof Facts.shape;
export const importFields = Object.keys(Facts.shape) as ImportField[]; // the keys of the shape above

/** The heading for the customer's owner: not a field of the customer, only for users who may assign. */
export const ownerHeading = "跟进人";
const shape: Record<string, z.ZodType> = Facts.shape;
export const headingOf = (name: string): string =>
  name === "owner" ? ownerHeading : labelOf(shape[name], name === "" ? "" : name);

const examples: Partial<Record<ImportField, string>> = {
  name: "必填",
  phone: "手机号、微信、邮箱至少填写一项",
  phone_cc: "如 86；留空时按 +86，号码以 + 开头时从号码读取",
  birth_year: "如 1985",
  budget_min: "数字，不带单位",
  budget_max: "数字，不带单位",
  budget_currency: "代码或名称，填写预算时必填",
  source: "留空为“批量导入”",
  tags: "多个用顿号“、”分隔，须是已有标签",
  country_code: "国家/地区中文名或两位代码",
  intent_country_codes: "国家/地区中文名或两位代码，多个用顿号“、”分隔",
  intent_estate_ids: "房源编号（XF 开头），多个用顿号“、”分隔",
  level: "留空为“C 低意向”",
  stage: "留空为“新客户”",
};

/** Every heading with its allowed values, for the template. */
export function explanations(mayAssign: boolean): [heading: string, explanation: string][] {
  const fields = importFields.map((name): [string, string] => {
    const { options } = metaOf(shape[name]);
    const choices = options ? Object.values(options) : [];
    return [headingOf(name), [examples[name], choices.join("、")].filter(Boolean).join("；")];
  });
  return mayAssign ? [...fields, [ownerHeading, "员工姓名或邮箱；留空时放入所选去向"]] : fields;
}

export const templateHeadings = (mayAssign: boolean): string[] => explanations(mayAssign).map(([heading]) => heading);

const customer_no = CustomerRow.shape.customer_no;
export const numberHeading = labelOf(customer_no, "");

export type SheetName = ImportField | NamePart | "owner" | "customer_no";

export const customerSheet = (mayAssign: boolean): SheetShape<SheetName> => ({
  fields: [
    // A year of birth is often given as a whole day.
    ...importFields.map((name) =>
      sheetField<SheetName>(name, shape[name], name === "birth_year" ? { takes: "day" } : {}),
    ),
    ...(mayAssign ? [sheetField<SheetName>("owner", undefined, { label: ownerHeading })] : []),
    sheetField<SheetName>("customer_no", customer_no),
    ...nameParts,
  ],
  required: [["name", "family_name", "given_name"]],
});
