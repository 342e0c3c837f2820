import { Checkbox, Group, TextInput } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { Tag } from "~/app/blocks/detail/tag";
import { t } from "~/app/i18n/t";
import { statementItemKinds } from "~/contract/clue/statement-kinds";
import { formatExact } from "~/contract/format";
import classes from "./statement.module.css";
import { factsOf } from "./statement-items";
import type { EditedLine, LineError, TypedLine } from "./typed-lines";

interface LineChoiceProps {
  line: EditedLine;
  typed: TypedLine;
  error: LineError | undefined;
  onChange: (part: Partial<TypedLine>) => void;
}

export function LineChoice({ line, typed, error, onChange }: LineChoiceProps) {
  const name = `${line.estate} ${line.unit}`;
  const { isChosen, adjust, reason, note } = typed;
  return (
    <li
      className={`${classes.choice} ${basic.size14} ${basic.overlined} ${basic.columns}`}
      style={{ "--columns": "minmax(0, 1fr) 150px 220px 170px", gap: "8px 12px" }}
      data-off={!isChosen || undefined}
      aria-label={name}
    >
      <Group gap="2px 8px" flex="1 1 260px" miw={0}>
        <Checkbox
          checked={isChosen}
          onChange={(event) => onChange({ isChosen: event.currentTarget.checked })}
          label={<strong>{name}</strong>}
        />
        <strong className={`${classes.amount} ${basic.column}`}>{formatExact(line.amount, line.currency)}</strong>
        {line.kind === "clawback" ? <Tag color="red">{t(statementItemKinds.clawback)}</Tag> : null}
        {line.is_carried ? <Tag color="orange">{t("上期未结")}</Tag> : null}
        <span
          className={`${basic.ownLine} ${basic.anywhere} ${basic.dim} ${basic.size13}`}
        >{`${factsOf(line)} · ${line.deal_no}`}</span>
      </Group>
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
