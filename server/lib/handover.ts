import type { Database, Transaction } from "~/server/database/database";
import type { user } from "~/server/database/tables/system/system";
import { customerHandover } from "~/server/resources/customer/customer/handover";
import { unitHandover } from "~/server/resources/house/unit/handover";
import { scheduleHandover } from "~/server/resources/schedule/schedule/handover";
import type { SignedCall } from "./call";

type Person = typeof user.$inferSelect;

/** What people have that somebody else takes over when they leave (离职交接). */
export interface Handover {
  resource: string;
  label: string;
  count(db: Database | Transaction, userId: number): Promise<number>;
  /** Refuses a colleague who cannot have them; asked of every entry before anything is moved. */
  check?(call: SignedCall, from: Person, to: Person): Promise<void>;
  /** Gives all of them to a colleague, or to nobody; answers how many. */
  move(call: SignedCall, from: Person, to: Person | null): Promise<number>;
}

/** Everything that is handed over, in this order: a further area adds its line here. */
export const handovers: readonly Handover[] = [customerHandover, scheduleHandover, unitHandover];
