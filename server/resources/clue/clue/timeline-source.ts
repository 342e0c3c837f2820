import { and, eq, inArray, sql } from "drizzle-orm";
import { ClueBrief } from "~/contract/clue/clue-brief";
import { clue } from "~/server/database/tables/clue/clue";
import { byId, type Source } from "~/server/resources/customer/timeline/sources";
import { visibleClues } from "./scope";
import { selectClues, toClueRows } from "./view";

export const reported: Source = {
  kind: "clue",
  from: sql`${clue}`,
  id: clue.id,
  at: clue.created_at,
  where: ({ user }, customerId) => and(eq(clue.customer_id, customerId), visibleClues(user)),
  show: async (call, ids) => {
    const rows = await selectClues(call).where(inArray(clue.id, ids));
    return byId(await toClueRows(call, rows), (row) => ({ kind: "clue", clue: ClueBrief.parse(row) }));
  },
};
