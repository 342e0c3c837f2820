import type { JudgementParty, Verdict } from "~/contract/clue/clue-kinds";

interface Picture {
  id: number;
  name: string;
  url: string;
}

export interface SheetParty extends Omit<JudgementParty, "evidence"> {
  evidence: { kind: string; at: string; text: string; pictures: Picture[] }[];
  to?: string;
}

export interface SheetData {
  no: number;
  version: number;
  certain: boolean;
  parties: SheetParty[];
  rule_result: Verdict;
  rule_sentence: string;
  verdict: Verdict | null;
  reason: string | null;
  pictures: Picture[];
  decided_by: { id: number; name: string } | null;
  decided_at: string | null;
}

/** What the sheet says of the report that it is about. */
export interface SheetClue {
  id: number;
  clue_no: string;
  customer_name: string;
  phone: string;
  estate: string;
  agent: string;
  status: string;
  collision: string | null;
  created_at: string;
}
