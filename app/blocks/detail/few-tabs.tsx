import "@mantine/core/styles/Tabs.css";
import { Tabs } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { MenuButton } from "~/app/blocks/menu-button";
import { t } from "~/app/i18n/t";
import { useIsPhone } from "../use-is-phone";
import classes from "./few-tabs.module.css";
import { tabRow } from "./tab-row";

interface FewTabsProps {
  label: string;
  options: readonly { value: string; label: string }[];
  present: string;
  near?: number | undefined;
  onChoose: (value: string) => void;
}

const most = 5;

export function FewTabs({ label, options, present, near = most - 1, onChoose }: FewTabsProps) {
  const isPhone = useIsPhone();
  const count = isPhone || options.length <= most ? options.length : near;
  const shown = options.filter(({ value }, index) => index < count || value === present);
  const rest = options.filter((option) => !shown.includes(option));
  return (
    <div className={`${classes.line} ${basic.flex} ${basic.shrinks}`}>
      <Tabs.List {...tabRow} aria-label={label}>
        {shown.map((tab) => (
          <Tabs.Tab key={tab.value} value={tab.value}>
            {tab.label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {rest.length ? (
        <MenuButton actions={rest.map((tab) => ({ label: tab.label, onSelect: () => onChoose(tab.value) }))}>
          {({ isWaiting: _, ...opener }) => (
            <button
              type="button"
              className={`${basic.plain} ${basic.inlineRow} ${basic.gap4} ${basic.fixed} ${basic.sinks} ${classes.more}`}
              aria-label={t("更多{label}", { label })}
              aria-haspopup="menu"
              {...opener}
            >
              {t("更多")}
              <IconChevronDown size={14} aria-hidden />
            </button>
          )}
        </MenuButton>
      ) : null}
    </div>
  );
}
