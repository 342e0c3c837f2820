import { Anchor } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import classes from "~/app/blocks/detail/line.module.css";
import { Empty } from "~/app/blocks/feedback/states";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import type { ClueRow } from "~/contract/clue/clue-record";
import { ClueStatusTag, CollisionTag } from "./clue-tags";

/** Leads in a few words each, with links to their records; those of one agent without its name. */
export function ClueBriefs({ rows, isOfAgent = false }: { rows: readonly ClueRow[]; isOfAgent?: boolean }) {
  if (rows.length === 0) return <Empty title={t("没有报备")} />;
  return (
    <ul className={`${classes.line} ${basic.list} ${basic.grid} ${basic.gap10}`}>
      {rows.map((row) => (
        <li key={row.id}>
          <div className={`${classes.head} ${basic.flow} ${basic.gap4x10} ${basic.dim} ${basic.size13}`}>
            <Anchor component={Link} to={`/clue/feedback?open=${row.id}`} fz="inherit">
              {row.clue_no}
            </Anchor>
            <ClueStatusTag status={row.status} />
            <CollisionTag collision={row.collision} isCertain={row.collision_certain} />
            <time dateTime={row.created_at}>{formatInstant(row.created_at)}</time>
          </div>
          <p className={classes.text}>
            {[row.customer_name, row.estate.name, isOfAgent ? null : row.agent.name, row.account?.name]
              .filter(Boolean)
              .join(" · ")}
            {row.handler ? ` · ${t("顾问 {name}", { name: row.handler.name })}` : null}
          </p>
        </li>
      ))}
    </ul>
  );
}
