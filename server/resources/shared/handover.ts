import type { Db } from "~/server/database/database";
import type { user } from "~/server/database/tables/system/system";
import type { SignedCall } from "~/server/lib/call";

type Person = typeof user.$inferSelect;

/** What people have that somebody else takes over when they leave (离职交接). */
export interface Handover {
  resource: string;
  label: string;
  count(db: Db, userId: number): Promise<number>;
  /** Refuses a colleague who cannot have them; called for every entry before anything is moved. */
  check?(call: SignedCall, from: Person, to: Person): Promise<void>;
  /** Gives all of them to a colleague, or to nobody; answers how many. */
  move(call: SignedCall, from: Person, to: Person | null): Promise<number>;
}
