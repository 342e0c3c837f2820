import { and, eq, inArray, like, lte, or, type SQL } from "drizzle-orm";
import type { Transaction } from "~/server/database/database";
import { exportTask } from "~/server/database/tables/system/system";

interface Forgotten {
  /** Since when no export holds them: they were in the recycle bin. */
  since: string;
  /** What they were searched by. */
  words: readonly string[];
}

/** Gives kept files up that may hold people who are destroyed; the next sweep deletes them, and they cannot be exported again. */
export async function forgetExports(db: Transaction, people: readonly Forgotten[]): Promise<void> {
  const log = like(exportTask.request, "/api/system/record/%");
  const before = people.map(({ since }) => lte(exportTask.created_at, since));
  await db
    .update(exportTask)
    .set({ status: "expired" })
    .where(and(eq(exportTask.status, "done"), or(log, ...before)));
  const words = people.flatMap((person) => person.words);
  const searched = await db
    .select({ id: exportTask.id, request: exportTask.request })
    .from(exportTask)
    .where(like(exportTask.request, "%keyword=%"));
  const named = searched.filter(({ request }) => tells(request, words)).map(({ id }) => id);
  const isHis: SQL | undefined = named.length ? inArray(exportTask.id, named) : undefined;
  if (isHis) await db.update(exportTask).set({ request: "" }).where(isHis);
}

function tells(request: string, words: readonly string[]): boolean {
  const keyword = new URL(request, "http://local").searchParams.get("keyword") ?? "";
  return keyword !== "" && words.some((word) => word.includes(keyword) || keyword.includes(word));
}
