import { eq } from "drizzle-orm";
import { user } from "~/server/database/tables/system/system";
import type { Proof } from "~/server/identity/proof";
import { pick } from "~/server/lib/call";
import type { Services } from "~/server/lib/services";
import { rowOf, storeOf } from "./store";

/** A subject is no row number, so that nobody takes the two for one. */
const prefix = "demo-";
export const subjectOf = (userId: number) => `${prefix}${userId}`;
const userIdOf = (subject: string) => Number(subject.slice(prefix.length));

/** The member of the demo staff that a subject names. */
export async function personOf({ db }: Services, subject: string) {
  const [row] = await pick(db, user, ["id", "name", "email"], eq(user.id, userIdOf(subject)));
  return row;
}

/** What the fake provider says of its access token. */
export function fakeProviderProof(services: Services, token: string): Proof | undefined {
  const subject = rowOf(storeOf(services), "AccessToken", token)?.accountId;
  return subject === undefined
    ? undefined
    : { subject, verifiedEmail: async () => (await personOf(services, subject))?.email ?? undefined };
}
