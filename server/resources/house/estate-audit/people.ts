import { user } from "~/server/database/tables/system/system";
import { worksWith } from "~/server/identity/scope";
import type { SignedCall } from "~/server/lib/call";
import { type Message, notify } from "~/server/lib/notify";

interface About {
  db: SignedCall["db"];
  now: Date;
  /** Whose act it is; null: nobody's of the staff. */
  by: number | null;
}

type Words = Pick<Message, "title" | "content" | "level">;

export async function notifyReviewers({ db, now, by }: About, auditId: number, words: Words) {
  const reviewers = await db.select({ id: user.id }).from(user).where(worksWith("house:estate:audit")).orderBy(user.id);
  const link = { link: `/house/audit?id=${auditId}`, link_id: auditId };
  await notify(
    db,
    now,
    by,
    reviewers.map(({ id }) => ({ user_id: id, category: "audit", ...link, ...words })),
  );
}

/** Notifies the submitter. Agents and brokers have no inbox here: they read the result on their own sites. */
export async function notifySubmitter(
  { db, now, by }: About,
  {
    submitter_type,
    submitter_id,
    estate_id,
  }: { submitter_type: string; submitter_id: number | null; estate_id: number },
  words: Words,
) {
  if (submitter_type !== "user" || submitter_id === null) return;
  const link = { link: `/house/estate-list/estate-detail?id=${estate_id}`, link_id: estate_id };
  await notify(db, now, by, [{ user_id: submitter_id, category: "audit", ...link, ...words }]);
}
