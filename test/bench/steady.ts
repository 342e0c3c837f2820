import { setTimeout as sleep } from "node:timers/promises";
import { type Answer, type Ask, answerOf } from "./load";
import { atLeast, atMost, print, quantile, type Table } from "./report";
import { loadedLists } from "./requests";
import type { Site } from "./site";

/** So many mixed requests a second for so many minutes, however many are not answered yet: of five three read lists and one a record, one writes a follow-up. */
export async function measureSteady({ line, tokens, pool, rows }: Site, rate: number, minutes: number): Promise<Table> {
  const owned = "select id from customer where owner_id is not null and deleted_at is null order by id limit 20000";
  const { rows: customers } = await pool.query<{ id: string }>(owned);
  const next = (turn: number): Ask => {
    const token = tokens.super_admin;
    const id = Number(customers[(turn * 7) % customers.length]?.id);
    const said = { type: "call", content: "电话沟通，客户对户型满意", tracked_at: new Date().toISOString() };
    if (turn % 5 === 4) return { method: "POST", path: "/crm/tracking", token, body: { ...said, customer_id: id } };
    const read = loadedLists[turn % loadedLists.length];
    return turn % 5 < 3 && read
      ? { path: read.path, token: tokens[read.role] }
      : { path: `/api/customer/information/${id}`, token };
  };
  const sent: Promise<Answer>[] = [];
  const began = performance.now();
  const passed = () => (performance.now() - began) / 1_000;
  for (; passed() < minutes * 60; await sleep(5))
    while (sent.length < passed() * rate) sent.push(answerOf(line, next(sent.length)));
  const answers = await Promise.all(sent);
  const well = answers.filter(({ status }) => status === 200).length;
  const [median, p95, p99] = [0.5, 0.95, 0.99].map((share) =>
    quantile(
      answers.map(({ ms }) => ms),
      share,
    ),
  );
  const figures = [
    atLeast("answered", well / passed(), "/s", rate * 0.99, `${print(answers.length)} requests`),
    atMost("P95", p95 ?? 0, "ms", 300, `median ${print(median ?? 0)} ms, P99 ${print(p99 ?? 0)} ms`),
    atMost("errors", answers.length - well, "", 0, `${[...new Set(answers.map(({ status }) => status))]}`),
  ];
  return { title: `Mixed load, ${rate}/s for ${minutes} min, ${print(rows)} customers`, figures };
}
