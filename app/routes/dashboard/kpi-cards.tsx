import basic from "~/app/basic.module.css";
import { useProfile } from "~/app/session/viewer-context";
import type { Kpi } from "~/contract/dashboard/blocks";
import type { Metric } from "~/contract/dashboard/metrics";
import classes from "./dashboard.module.css";
import type { OpenRows } from "./figure-address";
import { KpiCard } from "./kpi-card";

const firsts: Readonly<Record<string, readonly Metric[]>> = {
  sales: ["customer_new", "tracking_valid", "visit_count", "contract_count"],
  sales_manager: ["inquiry_new", "response_rate", "visit_count", "contract_amount"],
  channel_manager: ["clue_new", "clue_valid_rate", "agent_active", "contract_count"],
  finance: ["commission_receivable", "commission_received", "contract_amount", "contract_count"],
  customer_service: ["inquiry_new", "response_rate", "customer_new", "customer_active"],
  super_admin: ["inquiry_new", "customer_new", "contract_count", "contract_amount"],
};

const atRest = 4;

interface KpiCardsProps {
  list: readonly Kpi[];
  isWhole: boolean;
  onOpen?: (rows: OpenRows) => void;
}

export function KpiCards({ list, isWhole, onOpen }: KpiCardsProps) {
  const first = useProfile().roles.flatMap(({ code }) => firsts[code] ?? []);
  const place = (key: Metric) => (first.includes(key) ? first.indexOf(key) : first.length);
  const sorted = [...list].sort((a, b) => place(a.key) - place(b.key));
  return (
    <div
      className={`${classes.cards} ${basic.columns}`}
      style={{ "--columns": "repeat(auto-fill, minmax(190px, 1fr))", "--on-phone": "repeat(2, minmax(0, 1fr))" }}
    >
      {(isWhole ? sorted : sorted.slice(0, atRest)).map((card) => (
        <KpiCard key={card.key} figure={card} onOpen={onOpen && (() => onOpen({ metric: card.key }))} />
      ))}
    </div>
  );
}
