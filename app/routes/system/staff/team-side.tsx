import { useSearchParams } from "@remix-run/react";
import basic from "~/app/basic.module.css";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import type { TeamRow } from "~/contract/system/team";
import classes from "./staff.module.css";

interface TeamSideProps {
  teams: readonly TeamRow[];
  present: number;
}

/** The tree of teams next to the list, each with its people and those below. */
export function TeamSide({ teams, present }: TeamSideProps) {
  const [search] = useSearchParams();
  const to = (id?: number) => {
    const next = new URLSearchParams([...search].filter(([name]) => name !== "page" && name !== "team_id"));
    if (id !== undefined) next.set("team_id", String(id));
    return `?${next}`;
  };
  const roots = teams.filter(({ depth }) => depth === 0);
  return (
    <nav
      className={basic.fixed}
      style={{ width: 160, maxHeight: "calc(100vh - 140px)", overflowY: "auto", padding: "8px 8px 8px 0" }}
      aria-label={t("团队")}
    >
      <ul className={basic.list}>
        <li>
          <Link
            to={to()}
            className={`${classes.team} ${basic.shades} ${basic.unlined} ${basic.flex} ${basic.between} ${basic.gap8}`}
            aria-current={present ? undefined : "true"}
          >
            <span>{t("全部团队")}</span>
            <span className={basic.dim}>{roots.reduce((sum, { total_count }) => sum + total_count, 0)}</span>
          </Link>
        </li>
        {teams.map(({ id, name, depth, total_count }) => (
          <li key={id}>
            <Link
              to={to(id)}
              className={`${classes.team} ${basic.shades} ${basic.unlined} ${basic.flex} ${basic.between} ${basic.gap8}`}
              style={{ paddingLeft: 10 + depth * 16 }}
              aria-current={id === present ? "true" : undefined}
            >
              <span className={`${basic.shrinks} ${basic.anywhere}`}>{name}</span>
              <span className={basic.dim}>{total_count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
