import { t } from "~/app/i18n/t";
import type { Verdict } from "~/contract/clue/clue-kinds";
import type { SheetParty } from "./sheet-data";

/** A party of a judgement, with its place on the sheet. */
export interface Side {
  party: SheetParty;
  /** `this` is the report that the sheet is about. */
  is: Exclude<Verdict, "none">;
  /** What it is called on the sheet: 本报备, 他渠道报备, 我方客户. */
  title: string;
}

/** One thing that happened, and on whose side. */
export interface SideEvent {
  key: string;
  at: string;
  side: number;
  event: SheetParty["evidence"][number];
}

/** The sides in their order: the report itself, other agents' reports, our own customer. */
export function sidesOf(clueId: number, parties: readonly SheetParty[]): Side[] {
  const isOf = (party: SheetParty): Side["is"] =>
    party.kind === "customer" ? "own" : party.id === clueId ? "this" : "other";
  const order = ["this", "other", "own"];
  const titles = { this: t("本报备"), other: t("他渠道报备"), own: t("我方客户") };
  return parties
    .map((party) => ({ party, is: isOf(party), title: titles[isOf(party)] }))
    .sort((one, next) => order.indexOf(one.is) - order.indexOf(next.is));
}

/** What happened on all sides, the oldest first: who was there before whom. */
export function eventsOf(sides: readonly Side[]): SideEvent[] {
  return sides
    .flatMap(({ party }, side) =>
      party.evidence.map((event, index) => ({ key: `${side}:${index}`, at: event.at, side, event })),
    )
    .sort((one, next) => Date.parse(one.at) - Date.parse(next.at) || one.side - next.side);
}
