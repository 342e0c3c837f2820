import type { Adapter, AdapterPayload } from "oidc-provider";
import type { Services } from "~/server/lib/services";

interface Kept {
  payload: AdapterPayload;
  until: number;
}

/** What the fake provider keeps: in memory, gone with the process. */
export interface Store {
  rows: Map<string, Kept>;
}

/** Far more than one demonstration makes; beyond it all rows are dropped. */
const mostKept = 10_000;
const stores = new WeakMap<Services, Store>();

export function storeOf(services: Services): Store {
  const store = stores.get(services) ?? { rows: new Map() };
  stores.set(services, store);
  return store;
}

export function rowOf({ rows }: Store, model: string, id: string): AdapterPayload | undefined {
  const kept = rows.get(`${model}:${id}`);
  return kept && kept.until > Date.now() ? kept.payload : undefined;
}

/** The provider's own way to a store, one adapter per kind of row. */
export const adapterOf =
  (store: Store) =>
  (model: string): Adapter => {
    const { rows } = store;
    const byField = async (field: "uid" | "userCode", value: string) =>
      [...rows.keys()]
        .filter((key) => key.startsWith(`${model}:`))
        .map((key) => rowOf(store, model, key.slice(model.length + 1)))
        .find((payload) => payload?.[field] === value);
    return {
      async upsert(id, payload, expiresIn) {
        if (rows.size >= mostKept) rows.clear();
        rows.set(`${model}:${id}`, { payload, until: Date.now() + (expiresIn || 3600) * 1000 });
      },
      find: async (id) => rowOf(store, model, id),
      findByUid: (uid) => byField("uid", uid),
      findByUserCode: (code) => byField("userCode", code),
      async consume(id) {
        const payload = rowOf(store, model, id);
        if (payload) payload.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        rows.delete(`${model}:${id}`);
      },
      async revokeByGrantId(grantId) {
        for (const [key, { payload }] of rows) if (payload.grantId === grantId) rows.delete(key);
      },
    };
  };
