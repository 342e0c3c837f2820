import { customer } from "~/contract/customer/customer";
import type { Input } from "~/contract/endpoint";
import { batch } from "~/contract/shared/batch";
import type { As } from "./signed-in";

interface Numbered {
  id: number;
  version: number;
}

// What people do with customers, each as one of them.

export const claim = (as: As, id: number) => as(customer.claim, { params: { id }, body: { action: "claim" } });
export const assign = (as: As, id: number, user_id: number, more: { reason?: string; force?: boolean } = {}) =>
  as(customer.assign, { params: { id }, body: { action: "assign", user_id, reason: null, ...more } });
export const assignBatch = (as: As, ids: number[], user_id: number, reason: string | null = "交接") =>
  as(customer.assignBatch, { body: { action: "assign", user_id, reason, ids } });
export const release = (as: As, id: number) =>
  as(customer.release, { params: { id }, body: { reason: "no_intent", note: null } });
export const releaseBatch = (as: As, ids: number[]) =>
  as(customer.releaseBatch, { body: { reason: "too_many", note: null, ids } });
export const lock = (as: As, id: number) => as(customer.lock, { params: { id } });
export const recycle = (as: As, id: number, reason = "重复录入") =>
  as(customer.recycle, { params: { id }, body: { reason } });
export const recycleBatch = (as: As, ids: number[]) => as(customer.recycleBatch, { body: { reason: "重复录入", ids } });
export const restore = (as: As, id: number, owner_id: number | null = null) =>
  as(customer.restore, { params: { id }, body: { owner_id } });
export const destroy = (as: As, id: number) => as(customer.destroy, { params: { id }, body: { confirm: "彻底删除" } });
export const merge = (as: As, { id, version }: Numbered, source: Pick<Numbered, "id">) =>
  as(customer.merge, { params: { id }, body: { from_id: source.id, version } });
/** Takes a batch back. */
export const undo = (as: As, id: number | null | undefined) => as(batch.undo, { params: { id: id ?? 0 } });
/** What is left out is null by the contract, whose input type asks for every name. */
export const create = (as: As, given: object = {}) =>
  as(customer.create, {
    body: { name: "王伟", source: "phone", phone_cc: "86", phone: "13812345678", ...given } as Input<
      typeof customer.create
    >["body"],
  });
