import { Button, Flex, Text, TextInput } from "@mantine/core";
import { useRef, useState } from "react";
import basic from "~/app/basic.module.css";
import { Empty } from "~/app/blocks/feedback/states";
import { LeaveGuard } from "~/app/blocks/form/leave-guard";
import { t } from "~/app/i18n/t";
import { type ItemChoice, itemKey } from "~/contract/clue/statement";
import { compareSigned, signedSum } from "~/contract/decimal";
import { formatExact } from "~/contract/format";
import { LineChoice } from "./line-choice";
import {
  amountOf,
  beginning,
  blank,
  choiceOf,
  type EditedLine,
  errorOf,
  type PresentLine,
  rateOf,
  type TypedLine,
} from "./typed-lines";

interface StatementEditorProps {
  lines: readonly EditedLine[];
  present?: readonly PresentLine[];
  taxRate: number;
  currency: string;
  pending: boolean;
  submitLabel: string;
  onSubmit: (body: { items: ItemChoice[]; tax_rate: number }, onError: () => void) => void;
}

export function StatementEditor(props: StatementEditorProps) {
  const { lines, present, currency, pending, submitLabel, onSubmit } = props;
  const [typed, setTyped] = useState(() => beginning(lines, present));
  const [taxRate, setTaxRate] = useState(() => String(props.taxRate));
  const isDirty = useRef(false);
  const [isAsked, setIsAsked] = useState(false);
  const touch = (isTouched = true) => {
    isDirty.current = isTouched;
  };
  const change = (key: string, part: Partial<TypedLine>) => {
    touch();
    setTyped((now) => ({ ...now, [key]: { ...(now[key] ?? blank), ...part } }));
  };
  const chosen = lines.filter((line) => typed[itemKey(line)]?.isChosen);
  const errors = new Map(chosen.map((line) => [itemKey(line), errorOf(typed[itemKey(line)] ?? blank)]));
  const total = signedSum("0.00", ...chosen.map(({ amount }) => amount));
  const adjusts = chosen.map((line) => amountOf(typed[itemKey(line)]?.adjust ?? "") ?? "0");
  const adjust = signedSum("0.00", ...adjusts);
  const payable = signedSum(total, adjust);
  const isNegative = compareSigned(payable, "0") < 0;

  if (lines.length === 0) return <Empty title={t("该期间没有应结的佣金")} />;
  return (
    <section aria-label={t("明细")}>
      <LeaveGuard isDirty={isDirty} tabs={undefined} />
      <ul className={basic.list}>
        {lines.map((line) => {
          const key = itemKey(line);
          return (
            <LineChoice
              key={key}
              line={line}
              typed={typed[key] ?? blank}
              error={isAsked ? errors.get(key) : undefined}
              onChange={(part) => change(key, part)}
            />
          );
        })}
      </ul>
      <Flex wrap="wrap" justify="flex-end" align="flex-end" gap="8px 20px" role="status">
        <span>{t("已选 {n} 笔", { n: chosen.length })}</span>
        <span>{t("应结 {amount}", { amount: formatExact(total, currency) })}</span>
        <span>{t("调整 {amount}", { amount: formatExact(adjust, currency) })}</span>
        <Text component="strong" fz={18} fw={700}>
          {t("应付合计 {amount}", { amount: formatExact(payable, currency) })}
        </Text>
      </Flex>
      <Flex wrap="wrap" justify="flex-end" align="flex-end" gap="8px 20px" mt={12}>
        <TextInput
          label={t("税率（%，含在应付合计中）")}
          w={200}
          inputMode="decimal"
          value={taxRate}
          error={isAsked && rateOf(taxRate) === undefined ? t("税率应为0至30，最多两位小数") : undefined}
          onChange={(event) => {
            touch();
            setTaxRate(event.currentTarget.value);
          }}
        />
        <Button
          loading={pending}
          disabled={chosen.length === 0 || isNegative}
          title={isNegative ? t("应付合计不能小于0，请减少冲回或调整，留待下期") : undefined}
          onClick={() => {
            setIsAsked(true);
            const rate = rateOf(taxRate);
            if (rate === undefined || [...errors.values()].some(Boolean)) return;
            touch(false);
            const items = chosen.map((line) => choiceOf(line, typed[itemKey(line)] ?? blank));
            onSubmit({ items, tax_rate: rate }, () => touch());
          }}
        >
          {submitLabel}
        </Button>
      </Flex>
    </section>
  );
}
