import type { SignedCall } from "~/server/lib/call";
import { refuse } from "~/server/lib/refusal";
import { lockInquiry } from "../inquiry/change";
import type { InquiryRecord } from "../inquiry/log";
import { holdRules } from "./met";

/** Locks a visa's case until the commit: 40400 where it is none, 40301 out of the caller's sight. */
export async function lockCase(call: SignedCall, id: number): Promise<InquiryRecord> {
  // The rules before the row, as every write of a case.
  await holdRules(call.db);
  const row = await lockInquiry(call, id);
  return row.kind === "visa" ? row : refuse(40400);
}
