import { setTimeout as sleep } from "node:timers/promises";
import { askOf, requestsOf } from "./lists";
import { type Answer, answerOf } from "./load";
import { atLeast, atMost, plain, print, quantile, type Table } from "./report";
import type { Site } from "./site";

/** So many mixed requests a second for so many minutes, however many are not answered yet: four of five are lists and records, one writes a follow-up. */
export async function measureSteady(site: Site, rate: number, minutes: number): Promise<Table> {
  const { line, tokens, pool, rows } = site;
  const { rows: owned } = await pool.query<{ id: string }>(
    "select id from customer where owner_id is not null and deleted_at is null order by id limit 20000",
  );
  const reads = (await requestsOf(site)).filter(({ kind }) => kind === "list").map((one) => askOf(site, one));
  const sent: Promise<Answer>[] = [];
  const idAt = (turn: number) => Number(owned[(turn * 7) % owned.length]?.id);
  const next = (turn: number) => {
    const token = tokens.super_admin;
    if (turn % 5 === 4) return { method: "POST", path: "/crm/tracking", token, body: followUp(idAt(turn)) };
    if (turn % 5 === 3) return { path: `/api/customer/information/${idAt(turn)}`, token };
    return reads[turn % reads.length] ?? { path: "/" };
  };
  const began = performance.now();
  for (let passed = 0; passed < minutes * 60; passed = (performance.now() - began) / 1_000) {
    while (sent.length < passed * rate) sent.push(answerOf(line, next(sent.length)));
    await sleep(5);
  }
  const answers = await Promise.all(sent);
  const took = (performance.now() - began) / 1_000;
  const well = answers.filter(({ status }) => status === 200);
  const ms = answers.map((one) => one.ms);
  const figures = [
    atLeast("answered", well.length / took, "/s", rate * 0.99),
    atMost(
      "P95",
      quantile(ms, 0.95),
      "ms",
      300,
      `median ${print(quantile(ms))} ms, P99 ${print(quantile(ms, 0.99))} ms`,
    ),
    atMost("errors", answers.length - well.length, "", 0),
    plain("requests", answers.length, ""),
  ];
  return { title: `Mixed load, ${rate}/s for ${minutes} min, ${print(rows)} customers`, figures };
}

const followUp = (customer_id: number) => ({
  ...{ customer_id, type: "call", content: "电话沟通，客户对户型满意，约好下周再联系。" },
  tracked_at: new Date().toISOString(),
});
