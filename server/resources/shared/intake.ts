import { createHash } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { z } from "zod";
import type { Access, Endpoint, Line, Params } from "~/contract/endpoint";
import type { FieldError } from "~/contract/errors";
import type { Db, Transaction } from "~/server/database/database";
import { isoInstant } from "~/server/database/tables/columns";
import { intake, signedCall } from "~/server/database/tables/system/intake";
import { type Answer, type Call, fieldErrorsOf, found, refuse, refuseFields } from "~/server/lib/call";
import { parseRow } from "~/server/lib/input";
import { type Served, serve } from "~/server/lib/serve";
import type { Services } from "~/server/lib/services";

/** A machine's call within its transaction: what shared writing functions take, with "system" where they ask who. */
export interface Taking {
  db: Transaction;
  services: Services;
  /** The name of the machine's key. */
  source: string;
  user: "system";
  origin: Call<Line, z.ZodType, z.ZodType, "public">["origin"];
}

/** Binds a signed endpoint to its handler. The signature is kept with the answer, so that the same call again gets that and does nothing. */
export const serveSigned = <
  const L extends Line,
  Q extends z.ZodType,
  B extends z.ZodType,
  R extends z.ZodType,
  P extends Access,
>(
  endpoint: Endpoint<L, Q, B, R, P>,
  handler: (taking: Taking, body: z.output<B>, params: Params<L>) => Promise<Answer<R>>,
): Served =>
  serve(endpoint, async ({ db, services, signed, origin, body, params }) => {
    if (!signed) return refuse(40300);
    const { source, sign } = signed;
    const isOwn = and(eq(signedCall.source_key, source), eq(signedCall.sign, sign));
    // A write's own transaction: `serve` has opened it.
    const tx = db as Transaction;
    const [row] = await tx
      .insert(signedCall)
      .values({ source_key: source, sign, at: isoInstant(services.now()) })
      // Changes nothing, and answers the row that is there.
      .onConflictDoUpdate({ target: [signedCall.source_key, signedCall.sign], set: { sign } })
      .returning({ reply: signedCall.reply });
    const { reply: kept } = found(row);
    // It was this very call's answer.
    if (kept !== null) return kept as Answer<R>;
    const reply = await handler({ db: tx, services, source, user: "system", origin }, body, params);
    await tx.update(signedCall).set({ reply }).where(isOwn);
    return reply;
  });

interface Arrival {
  /** What the row becomes, e.g. `mansion_application`. */
  kind: string;
  external_id: string;
  /** What was sent: another under the same number is refused (40907). Absent where a further one changes the row. */
  content?: unknown;
}

/** The row made of what a machine sent under a number: now, by `make`, or in an earlier call. A second call at that moment waits. */
export async function takeOnce(
  { db, services, source }: Pick<Taking, "services" | "source"> & { db: Db },
  { kind, external_id, content }: Arrival,
  make: () => Promise<number>,
): Promise<{ id: number; is_new: boolean }> {
  const body_hash =
    content === undefined ? null : createHash("sha256").update(JSON.stringify(content)).digest("base64url");
  const [row] = await db
    .insert(intake)
    .values({ source_key: source, kind, external_id, body_hash, at: isoInstant(services.now()) })
    .onConflictDoUpdate({ target: [intake.source_key, intake.kind, intake.external_id], set: { external_id } })
    .returning({ id: intake.row_id, hash: intake.body_hash });
  const { id: known, hash } = found(row);
  if (known !== null) return hash === body_hash ? { id: known, is_new: false } : refuse(40907);
  const id = await make();
  await db
    .update(intake)
    .set({ row_id: id })
    .where(and(eq(intake.source_key, source), eq(intake.kind, kind), eq(intake.external_id, external_id)));
  return { id, is_new: true };
}

/** The rows that have become of what this machine sent under these numbers. */
export async function rowsTaken(
  { db, source }: Pick<Taking, "db" | "source">,
  kind: string,
  externalIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db
    .select({ external_id: intake.external_id, id: intake.row_id })
    .from(intake)
    .where(
      and(
        eq(intake.source_key, source),
        eq(intake.kind, kind),
        sql`${intake.external_id} = any(${sql.param([...new Set(externalIds)])}::text[])`,
      ),
    );
  return new Map(rows.flatMap(({ external_id, id }) => (id === null ? [] : [[external_id, id] as const])));
}

/** The kind of a picture that a machine has sent. */
export const sentFile = "media";

/** Ends the call where it names pictures that this machine has not sent. */
export async function refuseForeignFiles({ db, source }: Taking, field: string, ids: readonly number[]): Promise<void> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return;
  const isOwn = and(eq(intake.source_key, source), eq(intake.kind, sentFile), inArray(intake.row_id, wanted));
  const known = await db.select({ id: intake.row_id }).from(intake).where(isOwn);
  if (known.length < wanted.length)
    refuseFields([{ field, label: "图片", message: "有图片不是由此密钥先行接入的（POST /api/upload/intake）" }]);
}

interface Judged<T> {
  taken: { index: number; row: T }[];
  refused: { index: number; external_id: string | null; errors: FieldError[] }[];
}

export function judgeRows<S extends z.ZodType>(schema: S, rows: readonly unknown[]): Judged<z.output<S>> {
  const judged: Judged<z.output<S>> = { taken: [], refused: [] };
  for (const [index, sent] of rows.entries()) {
    try {
      judged.taken.push({ index, row: parseRow(schema, sent) });
    } catch (error) {
      const errors = fieldErrorsOf(error);
      const external_id =
        sent instanceof Object && "external_id" in sent ? String(sent.external_id).slice(0, 64) : null;
      judged.refused.push({ index, external_id, errors });
    }
  }
  return judged;
}
