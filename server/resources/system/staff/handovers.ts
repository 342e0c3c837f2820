import { agentHandover } from "~/server/resources/agent/agent/handover";
import { clueHandover } from "~/server/resources/clue/clue/handover";
import { customerHandover } from "~/server/resources/customer/customer/ownership/handover";
import { dealHandover } from "~/server/resources/deal/deal/handover";
import { unitHandover } from "~/server/resources/house/unit/handover";
import { inquiryHandover } from "~/server/resources/inquiry/inquiry/handover";
import { scheduleHandover } from "~/server/resources/schedule/schedule/handover";
import type { Handover } from "~/server/resources/shared/handover";

/** Everything that is handed over, in this order: a further area adds its line here. */
export const handovers: readonly Handover[] = [
  customerHandover,
  inquiryHandover,
  scheduleHandover,
  unitHandover,
  agentHandover,
  clueHandover,
  dealHandover,
];
