import { NameLink } from "~/app/blocks/page-link";
import { t } from "~/app/i18n/t";
import { formatExact } from "~/contract/format";
import { holdActs, quoteActs, type UnitBrief } from "~/contract/house/unit-brief";
import { Entry } from "./entry";
import classes from "./timeline.module.css";

export function UnitEntry({ kind, row }: { kind: "hold" | "quote"; row: UnitBrief }) {
  const { act, at, by, estate, building, unit_no, price, currency } = row;
  const label = t(acts[act] ?? act);
  const board = `/house/estate-list/estate-detail?${new URLSearchParams({ id: String(estate.id), building })}#board`;
  return (
    <Entry
      kind={kind}
      at={at}
      what={<strong>{kind === "hold" ? t("房号{act}", { act: label }) : label}</strong>}
      who={by?.name}
    >
      <p className={classes.text}>
        <NameLink to={board}>{[estate.name, building, unit_no].join(" ")}</NameLink>
        {price === null ? null : ` · ${formatExact(price, currency)}`}
      </p>
    </Entry>
  );
}

const acts: Readonly<Record<string, string>> = { ...holdActs, ...quoteActs };
