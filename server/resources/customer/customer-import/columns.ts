import type { z } from "zod";
import { Customer, checkCustomer } from "~/contract/customer/customer-record";
import { labelOf, metaOf } from "~/contract/field";
import { reasonHeading } from "~/server/resources/shared/import/error-file";

/** What a file may say of a customer. Districts and the introducer are left out: they are numbers of rows, which a file does not know. */
const Facts = Customer.omit({
  district_id: true,
  intent_district_ids: true,
  referrer_customer_id: true,
  agent_id: true,
});

/** One row of the file, checked by the contract's own rules. */
export const ImportRow = Facts.superRefine(checkCustomer);
export type ImportRow = z.output<typeof ImportRow>;

export type ImportField = keyof typeof Facts.shape;
export const importFields = Object.keys(Facts.shape) as ImportField[]; // the keys of the shape above

/** The heading of the person who is to hold the customer; beyond the customer's own fields, for those who may assign. */
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
  level: "留空为 C",
  stage: "留空为“新客户”",
};

/** Every heading with what may stand under it, for the template. */
export function explanations(mayAssign: boolean): [heading: string, explanation: string][] {
  const fields = importFields.map((name): [string, string] => {
    const { options } = metaOf(shape[name]);
    const choices = options ? Object.entries(options).map(([value, label]) => (name === "level" ? value : label)) : [];
    return [headingOf(name), [examples[name], choices.join("、")].filter(Boolean).join("；")];
  });
  return mayAssign ? [...fields, [ownerHeading, "员工姓名或邮箱；留空时放入所选去向"]] : fields;
}

export const templateHeadings = (mayAssign: boolean): string[] => explanations(mayAssign).map(([heading]) => heading);

/** What stands under which column: the fields' names in the file's order; a file that cannot be understood is refused in words. */
export function readHeadings(
  cells: readonly string[],
  mayAssign: boolean,
): (ImportField | "owner" | undefined)[] | string {
  const known = new Map<string, ImportField | "owner">(importFields.map((name) => [headingOf(name), name]));
  if (mayAssign) known.set(ownerHeading, "owner");
  const found = cells.map((cell) => known.get(plainHeading(cell)));
  const unknown = cells.filter((cell, index) => cell && plainHeading(cell) !== reasonHeading && !found[index]);
  const names = found.filter((name) => name !== undefined);
  const doubled = names.find((name, index) => names.indexOf(name) !== index);
  if (unknown.includes(ownerHeading)) return "您没有分配客户的权限，请去掉“跟进人”列";
  if (names.length === 0) return "第一行应为列名，请使用导入模板";
  if (unknown.length) return `不认识的列：${unknown.map((cell) => cell.slice(0, 20)).join("、")}，请使用导入模板`;
  if (doubled) return `列重复：${headingOf(doubled)}`;
  return names.includes("name") ? found : `缺少列：${headingOf("name")}`;
}

/** Without the star that some put behind what is required. */
const plainHeading = (cell: string) => cell.replace(/[*＊\s]+$/, "").trim();
