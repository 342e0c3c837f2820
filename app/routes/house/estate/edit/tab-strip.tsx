import "@mantine/core/styles/Tabs.css";
import { Tabs } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { tabRow } from "~/app/blocks/detail/tab-row";
import { t } from "~/app/i18n/t";
import { type EditTab, editTabs } from "./edit-tabs";

interface TabStripProps {
  present: EditTab;
  /** Tabs with something wrong in them. */
  wrong: readonly string[];
  onOpen: (tab: string) => void;
  children: ReactNode;
}

/** The tabs over an estate's form; all share one panel, so that what is typed in one stays while another is open. */
export function TabStrip({ present, wrong, onOpen, children }: TabStripProps) {
  return (
    <Tabs value={present} onChange={(tab) => tab && onOpen(tab)}>
      <Tabs.List {...tabRow} aria-label={t("房源资料")} mb="sm">
        {editTabs.map((tab) => (
          <Tabs.Tab
            key={tab.key}
            value={tab.key}
            rightSection={
              wrong.includes(tab.key) ? (
                <IconAlertCircle size={16} color="var(--mantine-color-error)" aria-label={t("有错误")} />
              ) : null
            }
          >
            {t(tab.label)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={present}>{children}</Tabs.Panel>
    </Tabs>
  );
}
