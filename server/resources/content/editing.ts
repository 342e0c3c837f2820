import { and, eq, lt, type SQL, sql } from "drizzle-orm";
import { type ContentKind, contentCodes } from "~/contract/content/content-kinds";
import { editing as contract, editingBeat } from "~/contract/content/editing";
import { mayCall } from "~/contract/endpoint";
import { isoInstant } from "~/server/database/tables/columns";
import { editing } from "~/server/database/tables/content/content";
import { refuse, type SignedCall } from "~/server/lib/call";
import type { Caller } from "~/server/lib/caller";
import { serve } from "~/server/lib/serve";
import type { Topics } from "~/server/resources/shared/events";
import type { Kind } from "./kind";
import { editorsOf } from "./view";

interface Tab {
  kind: ContentKind;
  id: number;
  tab: string;
}

const topicOf = (kind: ContentKind) => `edit-${kind}`;

export function editingHandlers(kinds: Readonly<Record<ContentKind, Kind>>) {
  const allowed = async (call: SignedCall, { kind, id }: Tab) => {
    if (!mayCall(call.user, { permission: contentCodes[kind].edit })) return refuse(40300);
    return kinds[kind].records.find(call, id);
  };
  return [
    serve(contract.beat, async (call) => {
      const { db, user, services, body } = call;
      const { id } = await allowed(call, body);
      const now = isoInstant(services.now());
      const gone = isoInstant(services.now().getTime() - editingBeat.gone * 1000);
      const ofPiece = and(eq(editing.kind, body.kind), eq(editing.target_id, id));
      const left = await db.delete(editing).where(and(ofPiece, lt(editing.seen_at, gone)));
      const { rows } = await db.execute<{ is_new: boolean }>(sql`
        insert into ${editing} as held (kind, target_id, user_id, tab, since, seen_at)
        values (${body.kind}, ${id}, ${user.id}, ${body.tab}, ${now}, ${now})
        on conflict (kind, target_id, user_id, tab) do update set seen_at = excluded.seen_at
        returning (xmax = 0) as is_new`);
      if (rows[0]?.is_new || (left.rowCount ?? 0) > 0) await db.execute(sql`select ${sent(body.kind, id)}`);
      return { users: await editorsOf(call, body.kind, id, user.id) };
    }),
    serve(contract.leave, async (call) => {
      const { db, user, body } = call;
      await allowed(call, body);
      const { rowCount } = await db
        .delete(editing)
        .where(
          and(
            eq(editing.kind, body.kind),
            eq(editing.target_id, body.id),
            eq(editing.user_id, user.id),
            eq(editing.tab, body.tab),
          ),
        );
      if (rowCount) await db.execute(sql`select ${sent(body.kind, body.id)}`);
      return null;
    }),
  ];
}

const sent = (kind: ContentKind, id: number): SQL =>
  sql`pg_notify('events', ${JSON.stringify({ topic: topicOf(kind), id })})`;

/** The streams' topics of editors: `edit-article:7` tells of others with that form open, whenever that changes. */
export const editingTopics = (): Topics =>
  Object.fromEntries(
    (Object.keys(contentCodes) as ContentKind[]).map((kind) => [
      topicOf(kind),
      {
        permission: contentCodes[kind].edit,
        isNumbered: true,
        concerns: (heard, _reader, id) => heard.topic === topicOf(kind) && heard.id === id,
        read: async (services, reader: Caller, heard) =>
          heard && {
            kind,
            id: heard.id,
            users: await editorsOf({ db: services.db, services }, kind, Number(heard.id), reader.id),
          },
        isState: false,
      },
    ]),
  );
