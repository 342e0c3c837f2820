import { Stack } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { formatInstant } from "~/app/blocks/detail/format";
import classes from "~/app/blocks/detail/line.module.css";
import { useCall } from "~/app/blocks/detail/use-async";
import { Empty } from "~/app/blocks/feedback/states";
import { NameLink, SmallLink } from "~/app/blocks/page-link";
import { ClueStatusTag, CollisionTag } from "~/app/features/clue/clue-tags";
import { t } from "~/app/i18n/t";
import type { AgentDetail } from "~/contract/agent/agent";
import { clue } from "~/contract/clue/clue";
import type { ClueRow } from "~/contract/clue/clue-record";

export function AgentClues({ record: { id } }: { record: AgentDetail }) {
  const page = useCall(clue.list, { query: { agent_id: id, page_size: 20 } });
  return (
    <AsyncPart {...page} shape="list">
      {({ list, total }) => (
        <Stack>
          <ClueBriefs rows={list} />
          {total > list.length ? <SmallLink to={`/clue/feedback?agent_id=${id}`}>{t("全部报备")}</SmallLink> : null}
        </Stack>
      )}
    </AsyncPart>
  );
}

function ClueBriefs({ rows }: { rows: readonly ClueRow[] }) {
  if (rows.length === 0) return <Empty title={t("没有报备")} />;
  return (
    <ul className={`${classes.line} ${basic.list} ${basic.grid} ${basic.gap10}`}>
      {rows.map((row) => (
        <li key={row.id}>
          <div className={classes.head}>
            <NameLink to={`/clue/feedback?open=${row.id}`}>{row.clue_no}</NameLink>
            <ClueStatusTag status={row.status} />
            <CollisionTag collision={row.collision} isCertain={row.collision_certain} />
            <time dateTime={row.created_at}>{formatInstant(row.created_at)}</time>
          </div>
          <p className={classes.text}>
            {[row.customer_name, row.estate.name, row.account?.name].filter(Boolean).join(" · ")}
            {row.handler ? ` · ${t("顾问 {name}", { name: row.handler.name })}` : null}
          </p>
        </li>
      ))}
    </ul>
  );
}
