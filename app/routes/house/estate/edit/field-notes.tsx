import { Box } from "@mantine/core";
import { isBlank, Value } from "~/app/blocks/detail/value";
import { type FormValues, fieldOf } from "~/app/blocks/form/field/schema-fields";
import { t } from "~/app/i18n/t";
import { ratio } from "~/contract/decimal";
import { formatMoney } from "~/contract/format";
import type { EstateDetail } from "~/contract/house/estate";
import { EstateFields } from "~/contract/house/estate-record";
import { estateIncome, grossYield, netYield } from "~/contract/house/yield";

const amount = /^\d{1,16}(\.\d{1,2})?$/;

const amountOf = (value: unknown): string | null => (typeof value === "string" && amount.test(value) ? value : null);

/** `≈276万元`, at the rate of the record's own price; before it, that rooms decide the price. */
export function cnyNote(record: EstateDetail | undefined, name: "price_min" | "price_max", isLocked: boolean) {
  return (values: FormValues): string | undefined => {
    const said = isLocked ? t("由户型得出") : undefined;
    const typed = amountOf(values[name]);
    const cny = record?.currency === values.currency ? record?.price_min_cny : undefined;
    if (!typed || !cny || !record || values.currency === "CNY" || record.price_min === null) return said;
    const about = `≈${formatMoney(ratio([typed, cny], [record.price_min], 2), "CNY")}`;
    return said ? `${said}，${about}` : about;
  };
}

const reckon = { gross_yield: grossYield, net_yield: netYield };

export function yieldNote(name: keyof typeof reckon) {
  return (values: FormValues): string | undefined => {
    const income = estateIncome({
      country_code: String(values.country_code ?? ""),
      currency: String(values.currency ?? ""),
      price_min: amountOf(values.price_min) ?? "0",
      expected_rent: amountOf(values.expected_rent),
      management_fee: amountOf(values.management_fee),
      repair_fund: amountOf(values.repair_fund),
      property_tax: amountOf(values.property_tax),
    });
    const percent = reckon[name](income);
    if (percent === null) return t("留空则按租金、费用和总价下限计算");
    if (percent < 0 || percent > 30) return t("按租金计算为{percent}%，超出范围，请核对租金和总价", { percent });
    return isBlank(values[name])
      ? t("留空则采用计算值{percent}%", { percent })
      : t("按租金计算为{percent}%", { percent });
  };
}

const commissionNote = (mode: unknown): string | undefined =>
  mode === "percent" ? t("填写百分比，如3表示3%") : mode === "fixed" ? t("每套的金额，按右侧币种") : undefined;
export const developerNote = ({ dev_commission_mode }: FormValues) => commissionNote(dev_commission_mode);
export const agentNote = ({ agent_commission_mode }: FormValues) => commissionNote(agent_commission_mode);

/** `12/60`. */
export function lengthNote(name: keyof EstateFields) {
  const { maxLength } = fieldOf(EstateFields, name);
  return (values: FormValues) => `${String(values[name] ?? "").length}/${maxLength}`;
}

export function PendingNote({ name, record }: { name: string; record: EstateDetail }) {
  const live: FormValues = { ...record, ...record.rules };
  return (
    <Box component="span" c="var(--app-due)">
      {t("变更审核中，对外仍为：")}
      {isBlank(live[name]) ? (
        t("（空）")
      ) : (
        <Value field={fieldOf(EstateFields, name)} value={live[name]} record={live} />
      )}
    </Box>
  );
}
