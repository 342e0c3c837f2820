import { Box, Stack, Text } from "@mantine/core";
import basic from "~/app/basic.module.css";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { t } from "~/app/i18n/t";
import { totalOf } from "~/contract/deal/billing-record";
import type { DealDetail } from "~/contract/deal/deal-record";
import { compareDecimals, distance, ratio } from "~/contract/decimal";
import { formatExact, formatPercent } from "~/contract/format";
import { DealCommission } from "../deal-commission";

const isAmount = (value: unknown): value is string => typeof value === "string" && /^\d{1,16}(\.\d{1,2})?$/.test(value);

export function DealSum({ values, record }: { values: FormValues; record: DealDetail | undefined }) {
  const { list_price: listed, deal_price: price } = values;
  const currency = typeof values.currency === "string" ? values.currency : "";
  const rows = Array.isArray(values.plan) ? (values.plan as readonly { amount?: unknown }[]) : [];
  const planned = totalOf(rows.flatMap(({ amount }) => (isAmount(amount) ? [{ amount }] : [])));
  const money = (amount: string) => formatExact(amount, currency);
  return (
    <Stack
      component="section"
      gap={8}
      p={16}
      c="dimmed"
      fz={13}
      className={`${basic.sunken} ${basic.rounded}`}
      aria-label={t("合计")}
    >
      <Text component="h3" fz={13}>
        {t("合计")}
      </Text>
      {isAmount(price) ? (
        <Box component="output" fz={20} className={`${basic.plainText} ${basic.bold}`}>
          {money(price)}
        </Box>
      ) : (
        t("填写成交价后显示")
      )}
      <ul className={`${basic.list} ${basic.grid} ${basic.gap4}`} aria-live="polite">
        {isAmount(listed) && isAmount(price) && compareDecimals(listed, "0") > 0 ? (
          <li>{belowText(listed, price, money)}</li>
        ) : null}
        {isAmount(price) && rows.length > 0 ? <li>{plannedText(price, planned, money)}</li> : null}
      </ul>
      {record?.commission ? <DealCommission record={record} commission={record.commission} /> : null}
    </Stack>
  );
}

function belowText(listed: string, price: string, money: (amount: string) => string): string {
  const by = distance(listed, price);
  const about = { listed: money(listed), by: money(by), percent: formatPercent(ratio([by, "100"], [listed], 2)) };
  const order = compareDecimals(price, listed);
  if (order === 0) return t("与挂牌价 {listed} 相同", about);
  return order < 0
    ? t("比挂牌价 {listed} 优惠 {by}（{percent}）", about)
    : t("比挂牌价 {listed} 高 {by}（{percent}）", about);
}

function plannedText(price: string, planned: string, money: (amount: string) => string): string {
  const about = { planned: money(planned), rest: money(distance(price, planned)) };
  const order = compareDecimals(planned, price);
  if (order === 0) return t("账单合计 {planned}，与成交价一致", about);
  return order < 0
    ? t("账单合计 {planned}，还有 {rest} 未排入账单", about)
    : t("账单合计 {planned}，超过成交价 {rest}", about);
}
