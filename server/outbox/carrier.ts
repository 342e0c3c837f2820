/** A row of the outbox that this process has taken. */
export interface Taken {
  id: number;
  event: string;
  payload: unknown;
  /** This try's number. It also distinguishes this taking from a later one. */
  attempts: number;
}

/** How a try ended. */
export type Outcome =
  | { status: "sent" }
  | { status: "skipped" | "failed"; why: string }
  /** `later` was no try. */
  | { status: "again" | "later"; wait: number };

/** Takes the outbox's rows of one kind where they are to go. */
export interface Carrier {
  event: string;
  /** One try, which ends well within the row's lease. */
  carry(row: Taken): Promise<Outcome>;
}

/** After each try that failed; after the last of them no further one. */
const retryAfter = [10_000, 60_000, 300_000];

/** What follows a try that failed: another one, or no more. */
export function afterFailure(attempts: number): Outcome {
  const wait = retryAfter[attempts - 1];
  return wait === undefined ? { status: "failed", why: "tried in vain" } : { status: "again", wait };
}

/** Whether its sender died with it each time. */
export const isBeyondTries = (attempts: number) => attempts > retryAfter.length + 1;
