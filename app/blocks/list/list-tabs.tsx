import "@mantine/core/styles/Tabs.css";
import { Tabs } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import { tabLimit } from "~/contract/common";
import { FewTabs } from "../detail/few-tabs";
import classes from "./list-tabs.module.css";

export interface ListTabsOf {
  /** The query's name that they set, e.g. `view`. */
  name: string;
  options: readonly { value: string; label: string; count?: number }[];
  /** How many are shown if there are more than five; the others in 更多, except the chosen one. */
  near?: number;
}

export const wholeList = "*";

export const statesOf = (states: Readonly<Record<string, string>>) =>
  tabsOf("status", { [wholeList]: "全部", ...states });

export const tabsOf = (
  name: string,
  labels: Readonly<Record<string, string>>,
  counts: Readonly<Record<string, number | undefined>> = {},
): ListTabsOf => ({
  name,
  options: Object.entries(labels).map(([value, label]) => ({ value, label: t(label), count: counts[value] })),
});

interface ListTabsProps {
  tabs: ListTabsOf;
  present: string;
  onChange: (change: Record<string, string>) => void;
  after?: ReactNode;
  children: ReactNode;
}

const told = (count: number) => (count < tabLimit ? count : `${tabLimit - 1}+`);

export function ListTabs({ tabs: { name, options, near }, present, onChange, after, children }: ListTabsProps) {
  const change = (value: string) => onChange({ [name]: value });
  return (
    <Tabs value={present} onChange={(value) => value && change(value)} keepMounted={false}>
      <div className={`${classes.tabs} ${basic.row} ${basic.gap12} ${basic.shrinks}`}>
        <FewTabs
          label={t("分类")}
          options={options.map(({ value, label, count }) => ({
            value,
            label: count === undefined ? label : `${label} ${told(count)}`,
          }))}
          {...{ near, present }}
          onChoose={change}
        />
        {after}
      </div>
      <Tabs.Panel value={present}>{children}</Tabs.Panel>
    </Tabs>
  );
}

interface ScreenTabsProps {
  /** Each tab by its name in the address; the first has none. */
  labels: Readonly<Record<string, string>>;
  present: string;
  children: ReactNode;
}

/** The tabs of a screen, each with a list or page of its own: another one begins anew. */
export function ScreenTabs({ labels, present, children }: ScreenTabsProps) {
  const [, setSearch] = useSearchParams();
  const [first] = Object.keys(labels);
  return (
    <ListTabs
      tabs={tabsOf("tab", labels)}
      present={present}
      onChange={({ tab }) => setSearch(tab && tab !== first ? { tab } : {}, { preventScrollReset: true })}
    >
      {children}
    </ListTabs>
  );
}
