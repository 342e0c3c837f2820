import { Button, Checkbox, TextInput } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { Tag } from "~/app/blocks/detail/tag";
import { Empty } from "~/app/blocks/feedback/states";
import { LeaveGuard } from "~/app/blocks/form/leave-guard";
import { t } from "~/app/i18n/t";
import { type DueLine, type ItemChoice, itemKey } from "~/contract/clue/statement";
import { statementItemKinds } from "~/contract/clue/statement-kinds";
import { compareSigned, signedSum } from "~/contract/decimal";
import { formatExact } from "~/contract/format";
import classes from "./statement.module.css";
import { factsOf } from "./statement-items";

/** What is typed beside a line. */
interface Typed {
  isChosen: boolean;
  adjust: string;
  reason: string;
  note: string;
}

export type EditedLine = Omit<DueLine, "is_carried"> & { is_carried?: boolean };

interface StatementEditorProps {
  lines: readonly EditedLine[];
  /** What stands in the draft already; without one all that is due is chosen. */
  present?: readonly (Pick<ItemChoice, "clue_id" | "part" | "kind"> & {
    adjust_amount: string;
    adjust_reason: string | null;
    note: string | null;
  })[];
  taxRate: number;
  currency: string;
  pending: boolean;
  submitLabel: string;
  onSubmit: (body: { items: ItemChoice[]; tax_rate: number }) => void;
}

/** What a statement is made of: which of the due commissions, what is put to each or taken off and why, and the tax inside; its sums follow. */
export function StatementEditor(props: StatementEditorProps) {
  const { lines, present, currency, pending, submitLabel, onSubmit } = props;
  const [typed, setTyped] = useState(() => begin(lines, present));
  const [taxRate, setTaxRate] = useState(() => String(props.taxRate));
  const isDirty = useRef(false);
  const [isAsked, setIsAsked] = useState(false);
  const isSent = useRef(false);
  useEffect(() => {
    // Refused: what is typed is still to be kept.
    if (!pending && isSent.current) isDirty.current = true;
  }, [pending]);
  const change = (key: string, part: Partial<Typed>) => {
    isDirty.current = true;
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
      <ul className={classes.items}>
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
      <div className={classes.sums} role="status">
        <span>{t("已选 {n} 笔", { n: chosen.length })}</span>
        <span>{t("应结 {amount}", { amount: formatExact(total, currency) })}</span>
        <span>{t("调整 {amount}", { amount: formatExact(adjust, currency) })}</span>
        <strong>{t("应付合计 {amount}", { amount: formatExact(payable, currency) })}</strong>
      </div>
      <div className={classes.sums} style={{ marginTop: 12 }}>
        <TextInput
          label={t("税率（%，含在应付合计中）")}
          w={200}
          inputMode="decimal"
          value={taxRate}
          error={isAsked && rateOf(taxRate) === undefined ? t("税率应为0至30，最多两位小数") : undefined}
          onChange={(event) => {
            isDirty.current = true;
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
            isDirty.current = false;
            isSent.current = true;
            onSubmit({ items: chosen.map((line) => choiceOf(line, typed[itemKey(line)] ?? blank)), tax_rate: rate });
          }}
        >
          {submitLabel}
        </Button>
      </div>
    </section>
  );
}

const blank: Typed = { isChosen: false, adjust: "", reason: "", note: "" };

const begin = (lines: StatementEditorProps["lines"], present: StatementEditorProps["present"]) => {
  const held = new Map(present?.map((one) => [itemKey(one), one]));
  return Object.fromEntries(
    lines.map((line): [string, Typed] => {
      const one = held.get(itemKey(line));
      const adjust = one && Number(one.adjust_amount) !== 0 ? one.adjust_amount : "";
      const isChosen = present === undefined || one !== undefined;
      return [itemKey(line), { isChosen, adjust, reason: one?.adjust_reason ?? "", note: one?.note ?? "" }];
    }),
  );
};

/** The rate that a text is, in per cent; undefined for what is none. */
const rateOf = (text: string): number | undefined => {
  const rate = /^\d{1,2}(\.\d{1,2})?$/.test(text.trim() || "0") ? Number(text.trim() || "0") : Number.NaN;
  return rate >= 0 && rate <= 30 ? rate : undefined;
};

/** The amount that a text is; undefined for what is none. */
const amountOf = (text: string): string | undefined =>
  text.trim() === "" ? "0" : /^-?\d{1,14}(\.\d{1,2})?$/.test(text.trim()) ? text.trim() : undefined;

function errorOf({ adjust, reason }: Typed): { adjust?: string; reason?: string } | undefined {
  const amount = amountOf(adjust);
  if (amount === undefined) return { adjust: t("应为不超过两位小数的金额，可为负数") };
  return Number(amount) !== 0 && reason.trim().length < 2 ? { reason: t("请填写调整原因") } : undefined;
}

const choiceOf = ({ clue_id, part, kind }: EditedLine, { adjust, reason, note }: Typed): ItemChoice => ({
  ...{ clue_id, part, kind },
  adjust_amount: amountOf(adjust) ?? "0",
  adjust_reason: reason.trim() || null,
  note: note.trim() || null,
});

interface LineChoiceProps {
  line: EditedLine;
  typed: Typed;
  error: ReturnType<typeof errorOf>;
  onChange: (part: Partial<Typed>) => void;
}

function LineChoice({ line, typed, error, onChange }: LineChoiceProps) {
  const name = `${line.estate} ${line.unit}`;
  const { isChosen, adjust, reason, note } = typed;
  return (
    <li className={classes.choice} data-off={!isChosen || undefined} aria-label={name}>
      <div className={classes.what}>
        <Checkbox
          checked={isChosen}
          onChange={(event) => onChange({ isChosen: event.currentTarget.checked })}
          label={<strong>{name}</strong>}
        />
        <strong className={classes.amount}>{formatExact(line.amount, line.currency)}</strong>
        {line.kind === "clawback" ? <Tag color="red">{t(statementItemKinds.clawback)}</Tag> : null}
        {line.is_carried ? <Tag color="orange">{t("上期未结")}</Tag> : null}
        <span className={classes.facts}>{`${factsOf(line)} · ${line.deal_no}`}</span>
      </div>
      <TextInput
        aria-label={t("{name}的调整金额", { name })}
        placeholder={t("调整 ±")}
        inputMode="text"
        disabled={!isChosen}
        value={adjust}
        error={error?.adjust}
        onChange={(event) => onChange({ adjust: event.currentTarget.value })}
      />
      <TextInput
        aria-label={t("{name}的调整原因", { name })}
        placeholder={t("调整原因")}
        maxLength={200}
        disabled={!isChosen || adjust.trim() === ""}
        value={reason}
        error={error?.reason}
        onChange={(event) => onChange({ reason: event.currentTarget.value })}
      />
      <TextInput
        aria-label={t("{name}的备注", { name })}
        placeholder={t("备注")}
        maxLength={200}
        disabled={!isChosen}
        value={note}
        onChange={(event) => onChange({ note: event.currentTarget.value })}
      />
    </li>
  );
}
