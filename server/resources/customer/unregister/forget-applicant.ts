import { and, eq, sql } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import { mansionApplication, mansionOwner } from "~/server/database/tables/house/property";
import { dropMedia } from "~/server/lib/media";

/** Takes out of a user's applications, and of the rooms they own by them, what tells of the person: their number stays, their proofs go. */
export async function forgetApplicant(
  tx: Transaction,
  { id, user_no }: { id: number; user_no: string },
): Promise<void> {
  const { applicant_type, applicant_id, application_no, mansion_name, evidence_ids, payload } = mansionApplication;
  const isHis = and(eq(applicant_type, "user"), eq(applicant_id, id));
  const proofs = await tx.select({ ids: evidence_ids }).from(mansionApplication).where(isHis);
  await dropMedia(
    tx,
    proofs.flatMap(({ ids }) => ids),
  );
  await tx
    .update(mansionApplication)
    .set({
      applicant_name: user_no,
      contact: null,
      evidence_ids: [],
      payload: sql`${payload} - 'note'`,
      // The job folds it.
      search_text_fold: null,
      search_text: sql`lower(concat_ws(E'\\n', ${application_no}, ${mansion_name}, ${user_no}::text))`,
    })
    .where(isHis);
  await tx
    .update(mansionOwner)
    .set({ name: user_no, contact: null })
    .where(and(eq(mansionOwner.owner_type, "user"), eq(mansionOwner.owner_id, id)));
}
