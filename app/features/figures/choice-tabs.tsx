import "@mantine/core/styles/FloatingIndicator.css";
import "@mantine/core/styles/SegmentedControl.css";
import { SegmentedControl } from "@mantine/core";
import { SelectOne } from "~/app/blocks/form/field/selects";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";

interface ChoiceTabsProps<K extends string> {
  label: string;
  labels: Partial<Record<K, string>>;
  value: K;
  onChange: (value: K) => void;
}

export function ChoiceTabs<K extends string>({ label, labels, value, onChange }: ChoiceTabsProps<K>) {
  const isPhone = useIsPhone();
  const data = Object.entries<string | undefined>(labels).map(([key, text]) => ({ value: key, label: t(text ?? "") }));
  if (data.length < 2) return null;
  // The values are the keys of `labels`.
  const choose = (chosen: string | null) => chosen && onChange(chosen as K);
  return data.length > (isPhone ? 2 : 3) ? (
    <SelectOne aria-label={label} data={data} value={value} allowDeselect={false} onChange={choose} />
  ) : (
    <SegmentedControl size="sm" aria-label={label} data={data} value={value} onChange={choose} />
  );
}
