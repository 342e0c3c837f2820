import type { EstateFields } from "~/contract/house/estate-record";
import { estateIncome, grossYield, netYield } from "~/contract/house/yield";

type Facts = Pick<EstateFields, "gross_yield" | "net_yield"> & Parameters<typeof estateIncome>[0];
type Yields = Pick<EstateFields, "gross_yield" | "net_yield">;

/** What the fields take, percent. */
const most = 30;

/** The yields of an estate: those that people gave, else out of rent and costs. One that was reckoned before follows its facts. */
export function yieldsOf(facts: Facts, before?: Facts): Yields {
  const [now, then] = [reckoned(facts), before && reckoned(before)];
  const pick = (name: keyof Yields) => {
    const isOwn = facts[name] !== null && !(before && facts[name] === before[name] && then?.[name] === before[name]);
    return isOwn ? facts[name] : now[name];
  };
  return { gross_yield: pick("gross_yield"), net_yield: pick("net_yield") };
}

function reckoned(facts: Facts): Yields {
  const income = estateIncome(facts);
  const within = (percent: number | null) => (percent !== null && percent >= 0 && percent <= most ? percent : null);
  return { gross_yield: within(grossYield(income)), net_yield: within(netYield(income)) };
}
