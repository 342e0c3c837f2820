import { useProfile } from "~/app/session/viewer-context";
import type { Kpi } from "~/contract/dashboard/blocks";
import type { Metric } from "~/contract/dashboard/metrics";
import classes from "./dashboard.module.css";
import type { OpenRows } from "./figure-address";
import { KpiCard } from "./kpi-card";

/** What stands first for whom; the others follow in their order. */
const firsts: Readonly<Record<string, readonly Metric[]>> = {
  channel_manager: ["clue_new", "clue_valid_rate", "agent_active"],
  finance: ["commission_receivable", "commission_received", "contract_amount", "contract_count"],
};

interface KpiCardsProps {
  list: readonly Kpi[];
  onOpen?: (rows: OpenRows) => void;
}

/** The figures of the range, those of one's role first. */
export function KpiCards({ list, onOpen }: KpiCardsProps) {
  const { roles } = useProfile();
  const first = firsts[roles.find(({ code }) => code in firsts)?.code ?? ""] ?? [];
  const place = (key: Metric) => (first.includes(key) ? first.indexOf(key) : first.length);
  return (
    <div className={classes.cards}>
      {[...list]
        .sort((a, b) => place(a.key) - place(b.key))
        .map((card) => (
          <KpiCard key={card.key} figure={card} onOpen={onOpen && (() => onOpen({ metric: card.key }))} />
        ))}
    </div>
  );
}
