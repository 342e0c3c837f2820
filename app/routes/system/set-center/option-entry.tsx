import { Button } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { Tag } from "~/app/blocks/detail/tag";
import { t } from "~/app/i18n/t";
import { type OptionRow, optionStatuses } from "~/contract/system/option-entry";
import classes from "./option-tab.module.css";

interface OptionEntryProps {
  row: OptionRow;
  isBusy: boolean;
  onEdit: (row: OptionRow) => void;
  onToggle: (row: OptionRow) => void;
  onRemove: (row: OptionRow) => void;
}

export function OptionEntry({ row, isBusy, onEdit, onToggle, onRemove }: OptionEntryProps) {
  const { label, value, color, sort, status, can } = row;
  const isOn = status === "enabled";
  const act = (text: string, run: () => void, isDanger = false) => (
    <Button
      variant="subtle"
      size="compact-sm"
      color={isDanger ? "red" : undefined}
      aria-label={t("{act}{name}", { act: text, name: label })}
      onClick={run}
    >
      {text}
    </Button>
  );
  return (
    <li className={`${classes.entry} ${basic.size14} ${basic.underlined}`}>
      <span className={basic.cut}>
        <Tag color={color ?? "gray"}>{label}</Tag>
      </span>
      <code className={`${basic.cut} ${basic.dim} ${basic.size13}`}>{value}</code>
      <span className={`${basic.dim} ${basic.size13}`}>{t("排序 {sort}", { sort })}</span>
      <span>
        <Tag color={isOn ? "green" : "gray"}>{t(optionStatuses[status])}</Tag>
      </span>
      <span className={`${classes.acts} ${basic.flex} ${basic.end}`}>
        {act(t("编辑"), () => onEdit(row))}
        {act(isOn ? t("停用") : t("启用"), () => isBusy || onToggle(row))}
        {can.delete ? act(t("删除"), () => onRemove(row), true) : null}
      </span>
    </li>
  );
}
