import { ActionIcon, Group, Stack, Text, TextInput } from "@mantine/core";
import { IconArrowsExchange } from "@tabler/icons-react";
import { useState } from "react";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { formatInstant } from "~/app/blocks/detail/format";
import { useCall } from "~/app/blocks/detail/use-async";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { Note } from "~/app/blocks/feedback/note";
import { SelectOne } from "~/app/blocks/form/field/selects";
import { t } from "~/app/i18n/t";
import { ratio, shortDecimal } from "~/contract/decimal";
import { type CurrencyRate, currency, exchanged } from "~/contract/region/currency";
import { baseCurrency } from "~/contract/region/rate";

export function Converter({ onClose }: { onClose: () => void }) {
  const rates = useCall(currency.rates, {});
  return (
    <Dialog onClose={onClose} title={t("换算器")}>
      <AsyncPart {...rates}>{(list) => <Exchange rates={list} />}</AsyncPart>
    </Dialog>
  );
}

function Exchange({ rates }: { rates: readonly CurrencyRate[] }) {
  const [typed, setTyped] = useState("10000");
  const [pair, setPair] = useState({ from: "JPY", to: baseCurrency as string });
  const from = rates.find(({ code }) => code === pair.from);
  const to = rates.find(({ code }) => code === pair.to);
  const amount = typed.replace(/[,，\s]/g, "");
  const error = from && complaintOf(amount, from);
  const data = rates.map(({ code, name_zh }) => ({ value: code, label: `${name_zh} ${code}` }));
  const choice = (name: "from" | "to", label: string) => (
    <SelectOne
      label={label}
      data={data}
      value={pair[name]}
      onChange={(code) => code && setPair({ ...pair, [name]: code })}
      searchable
      allowDeselect={false}
      flex="1 1 140px"
    />
  );
  return (
    <Stack gap="md">
      <TextInput
        label={t("金额")}
        inputMode="decimal"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        error={error}
        data-autofocus
      />
      <Group align="flex-end" gap="xs">
        {choice("from", t("从"))}
        <ActionIcon
          variant="default"
          size={36}
          aria-label={t("互换")}
          onClick={() => setPair({ from: pair.to, to: pair.from })}
        >
          <IconArrowsExchange size={18} aria-hidden />
        </ActionIcon>
        {choice("to", t("到"))}
      </Group>
      <div role="status">
        {from && to && !error ? (
          <>
            <Text fz={22} fw={600} style={{ overflowWrap: "anywhere" }}>
              {grouped(exchanged(amount, from, to))} {to.code}
            </Text>
            <Note>
              {t("1 {from} = {rate} {to}", {
                from: from.code,
                rate: shortDecimal(ratio([from.rate_to_cny], [to.rate_to_cny], 8)),
                to: to.code,
              })}
            </Note>
            <Note>{t("汇率更新时间：{times}", { times: timesOf(from, to) })}</Note>
          </>
        ) : null}
      </div>
    </Stack>
  );
}

function complaintOf(amount: string, { code, digits }: CurrencyRate): string | undefined {
  if (!/^\d{1,16}(\.\d{1,8})?$/.test(amount)) return t("请输入金额");
  const [, fraction = ""] = amount.split(".");
  if (fraction.length <= digits) return undefined;
  return digits === 0 ? t("{code}金额不能有小数", { code }) : t("{code}最多{digits}位小数", { code, digits });
}

const grouped = (text: string) => text.replace(/^\d+/, (whole) => whole.replace(/\B(?=(\d{3})+$)/g, ","));

const timesOf = (...rates: readonly CurrencyRate[]) =>
  rates
    .filter(({ code }) => code !== baseCurrency)
    .map(({ code, rate_at }) => `${code} ${formatInstant(rate_at)}`)
    .join("、") || "–";
