import { Anchor } from "@mantine/core";
import { Link } from "~/app/blocks/link";
import { ClueStatusTag } from "~/app/features/clue/clue-tags";
import { t } from "~/app/i18n/t";
import type { ClueBrief } from "~/contract/clue/clue-brief";
import { Entry } from "./entry";
import classes from "./timeline.module.css";

/** By which agent the customer was reported where, and what has become of it. */
export function ClueEntry({ row }: { row: ClueBrief }) {
  const { id, clue_no, status, estate, agent, account, handler, created_at } = row;
  return (
    <Entry
      kind="clue"
      at={created_at}
      what={
        <>
          <strong>{t("报备")}</strong>
          <ClueStatusTag status={status} />
        </>
      }
      who={handler?.name}
    >
      <p className={classes.text}>{[agent.name, account?.name].filter(Boolean).join(" · ")}</p>
      <p className={classes.more}>
        <Anchor component={Link} to={`/clue/feedback?open=${id}`} fz="inherit">
          {clue_no}
        </Anchor>
        <span>{estate.name}</span>
      </p>
    </Entry>
  );
}
