import type { Database } from "~/server/database/database";
import { hasCode } from "~/server/database/error-code";
import { Refusal } from "./refusal";
import type { Services } from "./services";

/** PostgreSQL's code for a statement that was cancelled for its time. */
const cancelled = "57014";

/** Reads a list by the connections of lists, whose statements are limited: one that takes longer asks for too much (42200). */
export async function readList<T>(
  { db, lists = db }: Pick<Services, "db" | "lists">,
  read: (db: Database) => Promise<T>,
): Promise<T> {
  try {
    return await read(lists);
  } catch (error) {
    if (hasCode(error, [cancelled])) throw new Refusal(42200, "请缩小筛选范围");
    throw error;
  }
}
