import { Anchor } from "@mantine/core";
import { Link } from "~/app/blocks/link";
import { ClueStatusTag } from "~/app/features/clue/clue-tags";
import { t } from "~/app/i18n/t";
import type { ClueBrief } from "~/contract/clue/clue-brief";
import { Entry } from "./entry";
import classes from "./timeline.module.css";

/** What an agent reported of the customer, and what has become of it. */
export function ClueEntry({ row }: { row: ClueBrief }) {
  const { id, clue_no, status, estate, agent, account, created_at, handler } = row;
  return (
    <Entry
      kind="clue"
      at={created_at}
      what={
        <>
          <strong>{t("代理报备")}</strong>
          <ClueStatusTag status={status} />
        </>
      }
      who={handler?.name}
    >
      <p className={classes.more}>
        <Anchor component={Link} to={`/clue/feedback?open=${id}`} fz="inherit">
          {clue_no}
        </Anchor>
        <span>{estate.name}</span>
        <span>{[agent.name, account?.name].filter(Boolean).join(" · ")}</span>
      </p>
    </Entry>
  );
}
