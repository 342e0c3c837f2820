import type { BatchReply } from "~/contract/common";
import { customer as contract } from "~/contract/customer/customer";
import type { Permission } from "~/contract/permissions";
import type { BatchAct } from "~/contract/shared/batch";
import { spreadOver } from "~/contract/shared/shares";
import { type Done, eachRow, keepBatch, replyOf } from "~/server/lib/batch";
import { found, type SignedCall } from "~/server/lib/call";
import { serve, serveAct } from "~/server/lib/serve";
import { checkContacts, showContacts } from "./customer/contact/collision";
import { createCustomer, editCustomer } from "./customer/create";
import { destroyBatch, destroyOne } from "./customer/erase/destroy";
import { historyOf } from "./customer/history";
import { exportOwned, exportPool } from "./customer/list/customer-export";
import { ownedPage, poolPage } from "./customer/list/list-pages";
import { trashPage } from "./customer/list/trash";
import { mergeCustomers } from "./customer/merge";
import { allHandlers, targetsOf } from "./customer/ownership/act-on-all";
import {
  assignCustomer,
  claimCustomer,
  lockCustomer,
  moveCustomer,
  recycleCustomer,
  releaseCustomer,
  releaseLabels,
  targetOf,
  targetPool,
  unlockCustomer,
} from "./customer/ownership/acts";
import { prepareRestore, restoreCustomer } from "./customer/ownership/restore";
import { bulkEdit, quickEdit, tagCustomer, tagLabels } from "./customer/quick";
import { detailOf, readDetail, seen, viewerOf } from "./customer/view";

/** Does an act on each of the chosen customers and keeps what they were, so that it can be undone. */
async function inBatch(
  call: SignedCall & { body: { ids: number[] } },
  act: BatchAct,
  { permission }: { permission: Permission },
  one: (call: SignedCall, id: number) => Promise<Done>,
): Promise<BatchReply> {
  const rows = await eachRow(call, call.body.ids, one);
  return replyOf(rows, await keepBatch(call, { act, targetType: "customer", permission }, rows));
}

async function recycle(call: SignedCall & { params: { id: number }; body: { reason: string } }) {
  await recycleCustomer(call, call.params.id, call.body.reason);
  return null;
}

export const customerHandlers = [
  serve(contract.pool, poolPage),
  serve(contract.listPool, poolPage),
  serve(contract.list, ownedPage),
  serve(contract.poolOwned, ownedPage),

  serve(contract.get, async (call) => {
    const read = found(await readDetail(call.db, await viewerOf(call), call.params.id));
    seen(read.viewed);
    return read.detail;
  }),

  serve(contract.create, (call) => {
    const { inquiry_id } = call.body;
    if (inquiry_id === null) return createCustomer(call, call.body);
    return call.services.ofCustomer.inquiry.convert(call, inquiry_id, call.body);
  }),

  serve(contract.check, (call) => checkContacts(call, call.body)),

  serveAct(contract.merge, detailOf, mergeCustomers),

  serveAct(contract.update, detailOf, editCustomer),

  serveAct(contract.quick, detailOf, async (call, id, body) => quickEdit(call, id, body)),

  serve(contract.editBatch, (call) =>
    inBatch(call, "edit", contract.editBatch, (one, id) => bulkEdit(one, id, call.body.set)),
  ),

  serve(contract.audit, async (call) => {
    const { db, params, query } = call;
    seen(await readDetail(db, await viewerOf(call), params.id).then((read) => read?.viewed));
    return historyOf(db, params.id, query);
  }),

  serve(contract.remove, recycle),
  serve(contract.recycle, recycle),

  serve(contract.trashed, (call) => trashPage(call, call.query)),
  serve(contract.poolTrashed, (call) => trashPage(call, call.query)),

  serve(contract.restore, async (call) => {
    const { params, body } = call;
    await prepareRestore(call, [params.id], body.owner_id);
    return restoreCustomer(call, params.id, body, await viewerOf(call));
  }),

  serve(contract.restoreBatch, async (call) => {
    const { ids } = call.body;
    await prepareRestore(call, ids, null);
    const viewer = await viewerOf(call);
    const rows = await eachRow(call, ids, (one, id) => restoreCustomer(one, id, { owner_id: null }, viewer));
    // Where each came from is gone with the bin: a restoration is undone by recycling.
    return replyOf(rows, null);
  }),

  serve(
    contract.destroy,
    async (call) => {
      await destroyOne(call, call.params.id);
      return null;
    },
    { ownTransaction: true },
  ),

  serve(contract.destroyBatch, (call) => destroyBatch(call, call.body.ids), { ownTransaction: true }),

  serve(contract.phone, (call) => showContacts(call, call.params.id, call.query.reason), { writes: true }),

  serveAct(contract.lock, detailOf, async (call, id) => lockCustomer(call, id, await viewerOf(call))),

  serveAct(contract.unlock, detailOf, async (call, id) => unlockCustomer(call, id, await viewerOf(call))),

  serveAct(contract.claim, detailOf, async (call, id) => claimCustomer(call, id, await viewerOf(call))),

  serve(contract.claimBatch, async (call) => {
    const viewer = await viewerOf(call);
    const rows = await eachRow(call, call.body.ids, (one, id) => claimCustomer(one, id, viewer));
    // A claim is not undone but released: it keeps no batch.
    return replyOf(rows, null);
  }),

  serve(contract.assign, async (call) => {
    const target = await targetOf(call, call.body.user_id);
    await assignCustomer(call, call.params.id, call.body, target, await viewerOf(call));
    return detailOf(call, call.params.id);
  }),

  serve(contract.assignBatch, async (call) => {
    const target = await targetOf(call, call.body.user_id);
    const viewer = await viewerOf(call);
    return inBatch(call, "assign", contract.assignBatch, (one, id) =>
      assignCustomer(one, id, call.body, target, viewer),
    );
  }),

  serve(contract.spreadBatch, async (call) => {
    const { user_ids, ids: given } = call.body;
    const targets = await targetsOf(call, user_ids);
    const [first, ...rest] = user_ids.map((id) => found(targets.get(id)));
    const whose = spreadOver([...new Set(given)], [found(first), ...rest]);
    const viewer = await viewerOf(call);
    return inBatch(call, "assign", contract.spreadBatch, (one, id) =>
      assignCustomer(one, id, call.body, found(whose.get(id)), viewer),
    );
  }),

  serveAct(contract.release, detailOf, async (call, id, body) =>
    releaseCustomer(call, id, body, await releaseLabels(call, body)),
  ),

  serve(contract.releaseBatch, async (call) => {
    const words = await releaseLabels(call, call.body);
    return inBatch(call, "release", contract.releaseBatch, (one, id) => releaseCustomer(one, id, call.body, words));
  }),

  serve(contract.recycleBatch, (call) =>
    inBatch(call, "recycle", contract.recycleBatch, (one, id) => recycleCustomer(one, id, call.body.reason)),
  ),

  serve(contract.moveBatch, async (call) => {
    const to = await targetPool(call, call.body.pool_id);
    return inBatch(call, "move", contract.moveBatch, (one, id) => moveCustomer(one, id, to));
  }),

  serve(contract.tagBatch, async (call) => {
    const words = await tagLabels(call, call.body);
    return inBatch(call, "tag", contract.tagBatch, (one, id) => tagCustomer(one, id, call.body, words));
  }),

  ...allHandlers,

  serve(contract.exportPool, (call) => exportPool(call, call.query)),
  serve(contract.export, (call) => exportOwned(call, call.query)),
];
