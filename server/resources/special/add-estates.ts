import type { z } from "zod";
import { isLive } from "~/contract/content/publishing";
import { type special as contract, mostEstates, type SpecialFields } from "~/contract/special/special";
import type { SignedCall } from "~/server/lib/call";
import { refuseFields } from "~/server/lib/refusal";
import { mayPublish, statusAt, type Values, valuesOf } from "~/server/resources/content/kind";
import { draftOf, saveDraft, savePiece } from "~/server/resources/content/write";
import { specials } from "./kind";
import type { Special } from "./view";

type Given = z.output<typeof contract.addEstates.body>;
type Added = z.output<typeof contract.addEstates.reply>;

/** Adds estates to a page, behind those that it has: to the public version by a publisher, else to its draft copy. */
export async function addEstates(call: SignedCall, { special_id: id, estate_ids }: Given): Promise<Added> {
  const row = (await specials.records.lock(call, id)) as Special; // of this kind's table
  const isCopied = isLive(statusAt(row, call.services.now())) && !mayPublish(specials.kind, call.user);
  const draft = isCopied ? await draftOf(call, specials.kind, id) : undefined;
  const values: Values = draft?.snapshot ?? valuesOf(specials, row);
  const before = (values.estate_ids ?? []) as SpecialFields["estate_ids"]; // as the kind's schema has parsed them
  const added = [...new Set(estate_ids)].filter((one) => !before.includes(one));
  const reply = { title: row.title, added: added.length, is_draft: isCopied };
  if (added.length === 0) return reply;
  const next = { ...values, estate_ids: [...before, ...added] };
  if (next.estate_ids.length > mostEstates)
    return refuseFields([{ field: "special_id", label: "专题", message: `这个专题的房源最多${mostEstates}个` }]);
  if (draft)
    await saveDraft(call, specials, id, {
      ...next,
      ...{ base_version: draft.base_version, draft_version: draft.version },
    });
  else await savePiece(call, specials, id, { ...next, version: row.version });
  return reply;
}
