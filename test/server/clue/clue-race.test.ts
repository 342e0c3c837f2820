import { beforeEach, expect, test } from "vitest";
import { clue as contract } from "~/contract/clue/clue";
import { ClueCreate } from "~/contract/clue/clue-record";
import { statement } from "~/contract/clue/statement";
import { receiveClue } from "~/server/resources/clue/clue/receive";
import { resetDatabase } from "~/test/support/database";
import { setUp } from "~/test/support/set-up";

const { db, api, make, setSetting, rowsIn } = setUp({ connections: 10 });
const shared = api.services.db;
beforeEach(() => resetDatabase(db));

const send = (agent_id: number, estate_id: number, given: object = {}) =>
  shared.transaction((tx) =>
    receiveClue(
      { db: tx, services: api.services, user: "system" },
      {
        ...ClueCreate.parse({ agent_id, estate_id, customer_name: "林女士", phone: "13812345678", ...given }),
        source: "agent_portal",
      },
    ),
  );
const fifty = <T>(one: (number: number) => Promise<T>) => Promise.all(Array.from({ length: 50 }, (_, n) => one(n)));

test("of fifty reports of one phone at one estate exactly one finds nobody before it, full and masked", async () => {
  const { id: manager_id } = await make.user({ role: "channel_manager" });
  const agents: number[] = [];
  for (let number = 0; number < 10; number++) agents.push((await make.agent({ manager_id })).id);
  const { id: estate_id } = await make.estate({ report_phone_mode: "first3_last4" });
  const made = await fifty((n) => send(agents[n % 10] ?? 0, estate_id, n % 2 ? { phone: "138****5678" } : {}));
  expect(made.filter(({ collision }) => collision === null)).toHaveLength(1);
  const rows = await rowsIn("clue");
  expect(rows).toHaveLength(50);
  expect(rows.findIndex(({ collision }) => collision === null)).toBe(0);
  expect(new Set(rows.map(({ clue_no }) => clue_no)).size).toBe(50);
});

test("of many at once an account has as many as its day lets it have, and one is reviewed once", async () => {
  const { id: manager_id } = await make.user({ role: "channel_manager" });
  const { id: agent_id } = await make.agent({ manager_id });
  const { id: account_id } = await make.account({ agent_id });
  const { id: estate_id } = await make.estate();
  await setSetting("clue.daily_cap_per_account", 7);
  const made = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) => send(agent_id, estate_id, { account_id, phone: `1381234${1000 + n}` })),
  );
  expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(7);
  const { id: handler_id } = await make.user({ role: "sales" });
  const as = await api.as(manager_id);
  const [first] = await rowsIn("clue");
  const replies = await Promise.all(
    Array.from({ length: 10 }, () =>
      as.unchecked(contract.approve, { params: { id: first?.id ?? 0 }, body: { handler_id } }),
    ),
  );
  expect(replies.map(({ code }) => code).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 40902)]);
});

test("of many statements at once one has a commission, and of many payments of it one counts", async () => {
  const { id: manager_id } = await make.user({ role: "channel_manager" });
  const { id: payerId } = await make.user({ role: "finance" });
  const { id: owner_id } = await make.user({ role: "sales" });
  const own = { manager_id, settle_cycle: "per_deal", invoice_required: false, bank_account: "sealed" } as const;
  const { id: agent_id } = await make.agent(own);
  const sold = await make.sale({ agent_id, owner_id });
  const as = await api.as(payerId);
  const period = { period_from: "2026-11-01", period_to: "2026-11-30", currency: "JPY" };
  const items = [{ clue_id: sold.clue.id, part: 1, kind: "commission" as const }];
  const ten = <T>(one: () => Promise<T>) => Promise.all(Array.from({ length: 10 }, one));
  const made = await ten(() => as.unchecked(statement.create, { body: { agent_id, ...period, items } }));
  expect(made.map(({ code }) => code).sort()).toEqual([200, ...Array<number>(9).fill(40925)]);
  const params = { id: made.find(({ code }) => code === 200)?.data.id ?? 0 };
  await as(statement.send, { params, body: {} });
  const { id: proof } = await make.file(payerId);
  await as(statement.confirm, { params, body: { confirm_by: "周联系", proof: [proof] } });
  const { id: slip } = await make.file(payerId, "voucher");
  const paid = await ten(() =>
    as.unchecked(statement.pay, { params, body: { paid_at: "2026-11-20", voucher: [slip] } }),
  );
  expect(paid.map(({ code }) => code).sort()).toEqual([200, ...Array<number>(9).fill(40902)]);
});
