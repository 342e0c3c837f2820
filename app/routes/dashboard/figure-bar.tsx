import { Button } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import basic from "~/app/basic.module.css";
import { lazyPart } from "~/app/blocks/lazy-part";
import { MenuButton } from "~/app/blocks/menu-button";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { RangePicker } from "~/app/features/figures/range-picker";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import type { Ref } from "~/contract/common";
import { type TrendPageKey, trendPages } from "~/contract/trend/trend-pages";
import classes from "./dashboard.module.css";

const PeopleFilter = lazyPart(() => import("~/app/features/figures/people-filter"), "PeopleFilter");
const CountryFilter = lazyPart(() => import("~/app/features/figures/country-filter"), "CountryFilter");

interface FigureBarProps {
  range: { from: string; to: string };
  people: { team_id?: number; user_id?: number; country?: string };
  teams: readonly Ref[];
  go: (wanted: Record<string, string | number | null | undefined>) => void;
  onArrange: () => void;
  onWall: () => void;
}

export function FigureBar({ range, people, teams, go, onArrange, onWall }: FigureBarProps): ReactNode {
  const isPhone = useIsPhone();
  const seesTrends = useProfile().permissions.includes("dashboard:trend:view");
  const [isOpen, setOpen] = useState(Object.keys(people).length > 0);
  const actions = [
    { label: t("调整版块"), onSelect: onArrange },
    ...(isPhone ? [] : [{ label: t("投屏"), onSelect: onWall }]),
    ...(seesTrends ? trends.map((key) => ({ label: t(trendPages[key]), to: `/dashboard/${key}Trend` })) : []),
  ];
  return (
    <div className={`${classes.bar} ${basic.wrap} ${basic.gap8} ${basic.touches}`}>
      <RangePicker {...range} isQuiet onChange={(days) => go({ ...days })} />
      {isOpen ? (
        <>
          {teams.length ? <PeopleFilter teams={teams} people={people} onChange={go} /> : null}
          <CountryFilter country={people.country} onChange={go} />
        </>
      ) : (
        <button type="button" className={`${classes.quiet} ${basic.blue}`} onClick={() => setOpen(true)}>
          {t("+ 筛选")}
        </button>
      )}
      <MenuButton actions={actions}>
        {({ isWaiting, ...opener }) => (
          <Button
            {...{ variant: "subtle", color: "gray", ml: "auto", loading: isWaiting, ...opener }}
            aria-label={t("{about}的更多操作", { about: t("工作台") })}
            aria-haspopup="menu"
          >
            <IconDots size={18} stroke={1.6} aria-hidden />
          </Button>
        )}
      </MenuButton>
    </div>
  );
}

// The table's keys.
const trends = Object.keys(trendPages) as TrendPageKey[];
