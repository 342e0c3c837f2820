import type { Db } from "~/server/database/database";
import { superAdmins } from "~/server/identity/keep-admin";
import { notify } from "~/server/lib/notify";

interface About {
  db: Db;
  now: Date;
  /** The member of staff who acts; null: nobody of the staff. */
  by: number | null;
}

interface Words {
  title: string;
  content: string;
  link: string;
  link_id: number;
}

export const unregisterLink = ({ id, request_no }: { id: number; request_no: string }, status: "pending" | "done") => ({
  link: `/agent/agentUnregister?status=${status}&keyword=${request_no}`,
  link_id: id,
});

/** Tells the agent's manager, and the users who may approve despite open business. */
export async function tellReviewers(about: About, managerId: number | null, words: Words): Promise<void> {
  await tell(about, [managerId, ...(await superAdmins(about.db))], words);
}

export async function tell({ db, now, by }: About, people: readonly (number | null)[], words: Words): Promise<void> {
  const readers = [...new Set(people.flatMap((id) => id ?? []))];
  const messages = readers.map((user_id) => ({ user_id, category: "audit" as const, ...words }));
  await notify(db, now, by, messages);
}
