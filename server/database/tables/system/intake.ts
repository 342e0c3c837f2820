import { index, jsonb, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant, rowId } from "../columns";

/** What has come in by machines: the row that became of each external number, so that none becomes two. */
export const intake = pgTable(
  "intake",
  {
    source_key: text().notNull(),
    /** What the row is, e.g. `customer_user`. */
    kind: text().notNull(),
    external_id: text().notNull(),
    /** Null only within the transaction that writes it, and for what nobody asks for again, such as behaviours. */
    row_id: rowId(),
    /** Of what was sent: another content under the same number is no repetition. */
    body_hash: text(),
    at: instant().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.source_key, t.kind, t.external_id] }),
    index("intake_row").on(t.kind, t.row_id),
    index("intake_at").on(t.kind, t.at),
  ],
);

/** Signed calls of the last minutes with their answers: one that is sent again is answered, and not acted upon. */
export const signedCall = pgTable(
  "signed_call",
  {
    source_key: text().notNull(),
    sign: text().notNull(),
    /** Null only within the transaction that writes it. */
    reply: jsonb().$type<unknown>(),
    at: instant().notNull(),
  },
  (t) => [primaryKey({ columns: [t.source_key, t.sign] }), index("signed_call_at").on(t.at)],
);
