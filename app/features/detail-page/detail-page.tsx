import "@mantine/core/styles/Tabs.css";
import { Box, Stack, Tabs } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";
import { tabOf, tabRow } from "~/app/blocks/detail/tab-row";
import { isBlank } from "~/app/blocks/detail/value";
import { FigureName } from "~/app/blocks/figure/figure-name";
import { t } from "~/app/i18n/t";
import type { FigureKey } from "~/contract/figures";
import classes from "./detail-page.module.css";

export interface DetailTab {
  key: string;
  label: string;
  content: ReactNode;
}

interface DetailPageProps {
  title: string;
  tags?: ReactNode;
  facts?: ReactNode;
  actions?: ReactNode;
  /** Its key facts are in one line below the title, without space between. */
  isDense?: boolean;
  tabs: readonly DetailTab[];
  side: readonly { label: string; figure?: FigureKey; value: ReactNode }[];
  present?: string;
  beside?: ReactNode;
  keep?: readonly string[];
}

export function DetailPage({ title, tags, facts, actions, tabs, side, beside, keep = [], ...given }: DetailPageProps) {
  const [search, setSearch] = useSearchParams();
  const keys = tabs.map(({ key }) => key);
  const present = given.present && keys.includes(given.present) ? given.present : tabOf(search, keys);
  // Another tab starts at its own first page.
  const open = (key: string | null) =>
    setSearch(
      (now) => {
        const kept = [...now].filter(([name]) => keep.includes(name));
        return new URLSearchParams([...kept, ...(key && key !== tabs[0]?.key ? [["tab", key]] : [])]);
      },
      { preventScrollReset: true },
    );
  const sideCard = (
    <aside aria-label={t("概况")} className={`${basic.column} ${basic.gap16} ${basic.shrinks}`}>
      <dl className={`${classes.list} ${basic.column} ${basic.gap12} ${basic.flat}`}>
        {side.map(({ label, figure, value }) => (
          <div key={label} className={`${classes.fact} ${basic.flex} ${basic.between} ${basic.gap12} ${basic.size14}`}>
            <dt className={`${basic.fixed} ${basic.dim}`}>
              {figure ? <FigureName of={figure}>{label}</FigureName> : label}
            </dt>
            <dd>{isBlank(value) ? <span className={basic.dim}>{t("无")}</span> : value}</dd>
          </div>
        ))}
      </dl>
      {beside}
    </aside>
  );
  return (
    <Stack component="article" gap={16}>
      <Box
        component="header"
        p={{ base: 14, sm: given.isDense ? "14px 24px" : "20px 24px" }}
        className={`${basic.column} ${given.isDense ? basic.gap10 : basic.gap16} ${basic.surface}`}
      >
        <div className={`${basic.wrap} ${basic.gap10}`}>
          <Box component="h1" m={0} fz={24} lh="32px" fw={600} className={basic.anywhere}>
            {title}
          </Box>
          <div className={`${basic.wrap} ${basic.gap6}`}>{tags}</div>
          <div className={`${classes.actions} ${basic.pushed}`}>{actions}</div>
        </div>
        {facts}
      </Box>
      <div
        className={`${basic.columns} ${basic.gap16}`}
        style={{ "--columns": `minmax(0, 1fr) ${beside ? 336 : 280}px`, alignItems: "start" }}
      >
        <Tabs value={present} onChange={open} keepMounted={false} className={basic.surface}>
          <Tabs.List {...tabRow} className={classes.tabs}>
            {tabs.map(({ key, label }) => (
              <Tabs.Tab key={key} value={key}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {tabs.map(({ key, content }) => (
            <Tabs.Panel key={key} value={key} p={{ base: 14, sm: 24 }}>
              {content}
            </Tabs.Panel>
          ))}
        </Tabs>
        {sideCard}
      </div>
    </Stack>
  );
}
