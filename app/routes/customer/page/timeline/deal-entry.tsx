import { NameLink } from "~/app/blocks/page-link";
import { dealPath } from "~/app/features/deal/deal-paths";
import { DealStatusTag } from "~/app/features/deal/deal-tags";
import { t } from "~/app/i18n/t";
import type { DealBrief } from "~/contract/deal/deal-brief";
import { formatMoney } from "~/contract/format";
import { Entry } from "./entry";
import classes from "./timeline.module.css";

export function DealEntry({ row }: { row: DealBrief }) {
  const { id, deal_no, status, estate, building, unit_no, deal_price, currency, agent, owner, created_at } = row;
  const place = [estate.name, building, unit_no].filter(Boolean).join(" ");
  return (
    <Entry
      kind="deal"
      at={created_at}
      what={
        <>
          <strong>{t("成交")}</strong>
          <DealStatusTag status={status} />
        </>
      }
      who={owner.name}
    >
      <p className={classes.text}>{[place, formatMoney(deal_price, currency)].filter(Boolean).join(" · ")}</p>
      <p className={classes.more}>
        <NameLink to={dealPath(id)}>{deal_no}</NameLink>
        {agent ? <span>{agent.name}</span> : null}
      </p>
    </Entry>
  );
}
