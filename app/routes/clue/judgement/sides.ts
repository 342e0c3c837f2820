import { t } from "~/app/i18n/t";
import type { Verdict } from "~/contract/clue/clue-kinds";
import type { Evidence, Party, Sheet } from "~/contract/clue/judgement";

export interface Side {
  party: Party;
  /** Its place in the sheet's list of parties, by which the time line names it. */
  index: number;
  /** The verdict that would be for it. */
  is: Exclude<Verdict, "none">;
  /** What it is called on the sheet: 本报备, 他渠道报备, 我方客户. */
  title: string;
}

const order: readonly Side["is"][] = ["this", "other", "own"];

export function sidesOf({ parties }: Pick<Sheet, "parties">): Side[] {
  const titles = { this: t("本报备"), other: t("他渠道报备"), own: t("我方客户") };
  return parties
    .map((party, index) => {
      const is = party.is_this ? "this" : party.kind === "customer" ? "own" : "other";
      return { party, index, is, title: titles[is] } as const;
    })
    .sort((one, next) => order.indexOf(one.is) - order.indexOf(next.is));
}

export function countsOf(timeline: readonly Evidence[], index: number): [kind: Evidence["kind"], count: number][] {
  const counts = new Map<Evidence["kind"], number>();
  for (const { party, kind } of timeline) if (party === index) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return [...counts];
}
