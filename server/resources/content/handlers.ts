import type { z } from "zod";
import type { slugEndpoint } from "~/contract/content/page-fields";
import type { Access, Endpoint } from "~/contract/endpoint";
import { eachRow, keepBatch, replyOf } from "~/server/lib/batch";
import { type Answer, refuse, type SignedCall } from "~/server/lib/call";
import { type Served, serve } from "~/server/lib/serve";
import { sendBack, withdraw } from "./approval";
import { type ContentItem, isReserved, type Kind, ownerOf, proposeSlug, type Values } from "./kind";
import {
  publishDraft,
  publishItem,
  removeItem,
  restore,
  scheduleItem,
  takeOffline,
  toDraft,
  unscheduleItem,
} from "./life";
import { previewLink } from "./page";
import { approveItem, publishOneOf, submitDraft, submitItem } from "./review";
import { comparedRevision, revisionsOf } from "./revisions";
import { addItem, draftOf, dropDraft, saveDraft, saveItem } from "./write";

type SlugEndpoint = ReturnType<typeof slugEndpoint<`/${string}`, Access>>;

/** Whether an address of a kind is free, and which one a title would be given. */
export const slugHandler = (endpoint: SlugEndpoint, { addressed, title: kindTitle }: Kind): Served =>
  serve(endpoint, async ({ db, query: { slug, title = "", exclude_id = 0 } }) => {
    if (!addressed) throw new Error(`${kindTitle}: its pieces have no addresses`);
    if (!slug) return { slug: await proposeSlug(db, addressed, title, exclude_id), is_free: true, taken_by: null };
    const owner = await ownerOf(db, addressed, slug, exclude_id);
    return { slug, is_free: !owner && !isReserved(addressed, slug), taken_by: owner ?? null };
  });

type ContentContract = Readonly<
  Record<
    | ("get" | "create" | "update" | "remove" | "publish" | "schedule" | "unschedule" | "offline" | "toDraft")
    | ("publishBatch" | "offlineBatch" | "draft" | "saveDraft" | "dropDraft" | "publishDraft")
    | ("submit" | "submitDraft" | "submitBatch" | "approve" | "sendBack" | "withdraw")
    | ("revisions" | "revision" | "restore" | "previewLink"),
    Endpoint
  >
>;

interface ContentCall extends SignedCall {
  params: { id: number; revision_id: number };
  query: { against?: number; draft?: boolean };
  body: Values & { version: number; draft_version: number; base_version: number; ids: number[] } & {
    publish_at: string;
    reason: string;
  };
}

export type RecordOf = (call: SignedCall, id: number, values?: Values) => Promise<object>;

/** The contract's factory gives every kind these shapes; which fields they have is the kind's, and checked by its schemas. */
const on = (endpoint: Endpoint, act: (call: ContentCall) => Promise<unknown>): Served =>
  serve(endpoint, (call) => act(call as unknown as ContentCall) as Promise<Answer<z.ZodType>>);

export function contentHandlers(kind: Kind, contract: ContentContract, recordOf: RecordOf): Served[] {
  const batch = { act: "content", targetType: kind.kind, permission: kind.codes.publish } as const;
  const bulk = (endpoint: Endpoint, act: typeof publishOneOf) =>
    on(endpoint, async (call) => {
      const rows = await eachRow(call, call.body.ids, (one, id) => act(one, kind, id));
      return replyOf(rows, await keepBatch(call, batch, rows));
    });
  const then = (endpoint: Endpoint, act: (call: ContentCall, id: number) => Promise<unknown>) =>
    on(endpoint, async (call) => {
      await act(call, call.params.id);
      return recordOf(call, call.params.id);
    });
  return [
    on(contract.get, (call) => recordOf(call, call.params.id)),
    on(contract.create, (call) => addItem(call, kind, call.body)),
    then(contract.update, (call, id) => saveItem(call, kind, id, call.body)),
    on(contract.remove, async (call) => {
      await removeItem(call, kind, call.params.id);
      return null;
    }),

    then(contract.publish, (call, id) => publishItem(call, kind, id, call.body.version)),
    then(contract.schedule, (call, id) => scheduleItem(call, kind, id, call.body)),
    then(contract.unschedule, (call, id) => unscheduleItem(call, kind, id, call.body.version)),
    then(contract.offline, (call, id) => takeOffline(call, kind, id, call.body.version)),
    then(contract.toDraft, (call, id) => toDraft(call, kind, id, call.body.version)),
    bulk(contract.publishBatch, publishOneOf),
    bulk(contract.offlineBatch, takeOffline),

    on(contract.draft, async (call) => {
      const draft = (await draftOf(call, kind.kind, call.params.id)) ?? refuse(40400);
      return recordOf(call, call.params.id, draft.snapshot);
    }),
    on(contract.saveDraft, async (call) => {
      await saveDraft(call, kind, call.params.id, call.body);
      const draft = (await draftOf(call, kind.kind, call.params.id)) ?? refuse(40400);
      return recordOf(call, call.params.id, draft.snapshot);
    }),
    on(contract.dropDraft, async (call) => {
      await dropDraft(call, kind, call.params.id);
      return null;
    }),
    then(contract.publishDraft, (call, id) => publishDraft(call, kind, id, call.body.draft_version)),

    then(contract.submit, (call, id) => submitItem(call, kind, id, call.body)),
    then(contract.submitDraft, (call, id) => submitDraft(call, kind, id, call.body.draft_version)),
    on(contract.submitBatch, async (call) =>
      replyOf(await eachRow(call, call.body.ids, (one, id) => submitItem(one, kind, id, {})), null),
    ),
    then(contract.approve, (call, id) => approveItem(call, kind, id, call.body.version)),
    then(contract.sendBack, (call, id) => sendBack(call, kind, id, call.body)),
    then(contract.withdraw, (call, id) => withdraw(call, kind, id, call.body.version)),

    on(contract.revisions, (call) => revisionsOf(call, kind, call.params.id)),
    on(contract.revision, async (call) => {
      const { id, revision_id: revisionId } = call.params;
      const { row, snapshot, diff } = await comparedRevision(call, kind, {
        id,
        revisionId,
        against: call.query.against,
      });
      return { ...row, snapshot: await recordOf(call, id, snapshot), diff };
    }),
    then(contract.restore, (call, id) =>
      restore(call, kind, { id, revisionId: call.params.revision_id, version: call.body.version }),
    ),

    on(contract.previewLink, async (call) => {
      const row: ContentItem = await kind.records.find(call, call.params.id);
      const isDraft = call.query.draft === true;
      if (isDraft && !(await draftOf(call, kind.kind, row.id))) return refuse(40400);
      return previewLink(call.services, kind.kind, row.id, isDraft);
    }),
  ];
}
