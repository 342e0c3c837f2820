import { sql } from "drizzle-orm";
import { customer as contract } from "~/contract/customer";
import { customer } from "~/server/database/tables/customer";
import { eachRow, keepBatch, replyOf } from "~/server/lib/batch";
import { cappedCount, offsetOf, pageOf } from "~/server/lib/list";
import { found } from "~/server/lib/refusal";
import { serve } from "~/server/lib/serve";
import { assignCustomer, targetOf } from "./customer/assign";
import { claimCustomer } from "./customer/claim";
import { exportPool } from "./customer/customer-export";
import { editCustomer } from "./customer/edit";
import { historyOf } from "./customer/history";
import { claimState } from "./customer/limits";
import { lockCustomer, unlockCustomer } from "./customer/lock";
import { poolOrder, poolRows } from "./customer/pool-list";
import { recycleCustomer, releaseCustomer, releaseWords } from "./customer/release";
import { detailOf, readDetail, seen, selectCustomers, toRow, viewerOf } from "./customer/view";

export const customerHandlers = [
  serve(contract.pool, async (call) => {
    const { db, query, user } = call;
    const offset = offsetOf(query);
    const viewer = await viewerOf(call);
    const where = poolRows(query, user);
    const rows = await selectCustomers(db, viewer)
      .where(where)
      .orderBy(poolOrder(query.sort))
      .limit(query.page_size)
      .offset(offset);
    const list = rows.map((row) => toRow(row, viewer));
    return {
      ...pageOf(query, list, await cappedCount(db, sql`from ${customer} where ${where}`)),
      claim: await claimState(db, user.id, viewer.settings, viewer.now),
    };
  }),

  serve(contract.get, async (call) => {
    const read = found(await readDetail(call.db, await viewerOf(call), call.params.id));
    seen(read.viewed);
    return read.detail;
  }),

  serve(contract.update, async (call) => {
    await editCustomer(call, call.params.id, call.body);
    return detailOf(call, call.params.id);
  }),

  serve(contract.audit, async (call) => {
    const { db, params, query } = call;
    seen(await readDetail(db, await viewerOf(call), params.id).then((read) => read?.viewed));
    return historyOf(db, params.id, query);
  }),

  serve(contract.recycle, async (call) => {
    await recycleCustomer(call, call.params.id, call.body.reason);
    return null;
  }),

  serve(contract.lock, async (call) => {
    await lockCustomer(call, call.params.id, await viewerOf(call));
    return detailOf(call, call.params.id);
  }),

  serve(contract.unlock, async (call) => {
    await unlockCustomer(call, call.params.id, await viewerOf(call));
    return detailOf(call, call.params.id);
  }),

  serve(contract.claim, async (call) => {
    await claimCustomer(call, call.params.id, await viewerOf(call));
    return detailOf(call, call.params.id);
  }),

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
    const rows = await eachRow(call, call.body.ids, (one, id) => assignCustomer(one, id, call.body, target, viewer));
    return replyOf(
      rows,
      await keepBatch(
        call,
        { act: "assign", targetType: "customer", permission: contract.assignBatch.permission },
        rows,
      ),
    );
  }),

  serve(contract.release, async (call) => {
    await releaseCustomer(call, call.params.id, call.body, await releaseWords(call, call.body));
    return detailOf(call, call.params.id);
  }),

  serve(contract.releaseBatch, async (call) => {
    const words = await releaseWords(call, call.body);
    const rows = await eachRow(call, call.body.ids, (one, id) => releaseCustomer(one, id, call.body, words));
    return replyOf(
      rows,
      await keepBatch(
        call,
        { act: "release", targetType: "customer", permission: contract.releaseBatch.permission },
        rows,
      ),
    );
  }),

  serve(contract.exportPool, (call) => exportPool(call, call.query)),
];
