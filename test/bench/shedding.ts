import { setTimeout as sleep } from "node:timers/promises";
import { eq } from "drizzle-orm";
import { pathOf } from "~/contract/endpoint";
import { auth } from "~/contract/sign-in/auth";
import { user } from "~/server/database/tables/system/system";
import { hashPassword } from "~/server/identity/password";
import { firstPages } from "./cases";
import { emailOf } from "./generate";
import { type Ask, answerOf, type Line, openLine, quantile, quantiles, rateOf, sendOne } from "./load";
import type { BenchRow, BenchTable } from "./report";
import { askOf, type Site } from "./site";
import { followUpsOf } from "./writes";

/** As many as have a place in the server, so that nobody waits. */
const clients = 20;
const overload = 3;
/** Seconds: of measuring the capacity, of too much work, and of the usual work after it. */
const fullSize = { capacity: 10, overload: 300, after: 30 };
const quickSize = { capacity: 5, overload: 30, after: 15 };
const recoveryBudget = 10;
/** Milliseconds in which an answer counts as usual again. */
const usual = 1_000;
const password = "Bench-horse-9";

/** When a request was sent, how long it took, and what came of it: 0 where nothing came, and why. */
export interface Sample {
  at: number;
  took: number;
  status: number;
  failure?: string;
}

/** Three times what the server can do, for minutes; then half of it. Four of five requests read first pages, one writes a follow-up. */
export async function measureShedding(site: Site, isQuick: boolean): Promise<BenchTable> {
  const seconds = isQuick ? quickSize : fullSize;
  const line = openLine(site.server.origin, Number.POSITIVE_INFINITY);
  const next = await mixOf(site);
  await site.database.db
    .update(user)
    .set({ password_hash: await hashPassword(password) })
    .where(eq(user.email, emailOf("sales")));

  const capacity = await rateOf(clients, seconds.capacity, () => answerOf(line, next()));
  const probes = startProbes(line);
  const during = offer(line, capacity * overload, seconds.overload, next);
  await during.offered;
  const end = performance.now();
  const after = offer(line, capacity / 2, seconds.after, next);
  const [samples, later] = [await during.answered, await after.answered];
  const probed = await probes.stop();
  line.agent.destroy();

  const served = samples.filter(({ status }) => status === 200);
  const refused = samples.filter(({ status }) => status === 503);
  const strange = [...samples, ...later].filter(({ status }) => status !== 200 && status !== 503);
  const late = later.filter(({ status, took }) => status !== 200 || took > usual);
  const recovery = Math.max(0, ...late.map(({ at }) => (at - end) / 1_000));
  const tookOf = (list: readonly Sample[]) => list.map(({ took }) => took);
  const ms = (what: string, list: readonly Sample[]): BenchRow => {
    const { median, p95 } = quantiles(tookOf(list));
    return { what, value: median, p95, unit: "ms" };
  };
  const served_s = served.length / seconds.overload;
  const rows: BenchRow[] = [
    { what: `能力 capacity, ${clients} clients`, value: capacity, unit: "/s" },
    { what: "请求 offered", value: samples.length / seconds.overload, unit: "/s" },
    {
      what: "完成 served",
      value: served_s,
      unit: "/s",
      limit: "capacity",
      limitValue: capacity,
      ratio: served_s / capacity,
    },
    { what: "拒绝 503", value: (100 * refused.length) / samples.length, unit: "%" },
    { what: "其他错误 other errors", value: strange.length, unit: "", budget: "0", isMet: strange.length === 0 },
    ms("完成用时 served", served),
    { what: "完成用时 served, P99", value: quantile(tookOf(served), 0.99), unit: "ms" },
    ms("拒绝用时 refused", refused),
    ms("健康检查 /healthz", probed.health),
    ms("登录 sign-in", probed.signIn),
    {
      what: "恢复 recovery",
      value: recovery,
      unit: "s",
      budget: `≤ ${recoveryBudget} s`,
      isMet: recovery <= recoveryBudget,
    },
  ];
  return {
    title: `过载 shedding, ${overload} × capacity for ${seconds.overload} s`,
    note: `Then half of it: recovered is when the last answer has come that was refused or took more than ${usual / 1_000} s. Generator, server and database share the machine.${strange.length ? ` Other errors: ${kindsOf(strange)}.` : ""}`,
    rows,
  };
}

/** How many there are of each kind. */
function kindsOf(samples: readonly Sample[]): string {
  const counts = new Map<string, number>();
  for (const { status, failure } of samples) {
    const kind = failure?.trim() || String(status);
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].map(([kind, count]) => `${count} × ${kind}`).join(", ");
}

/** Four of five read first pages, one writes a follow-up. */
export async function mixOf(site: Site): Promise<() => Ask> {
  const reads = firstPages.map((one) => askOf(one, site.tokens));
  const followUp = await followUpsOf(site);
  let turn = 0;
  return () => {
    turn += 1;
    return (turn % 5 > 0 && reads[turn % reads.length]) || followUp();
  };
}

/** Sends so many a second, however many are not answered yet. */
export function offer(line: Line, rate: number, seconds: number, next: () => Ask) {
  const sent: Promise<Sample>[] = [];
  const offered = (async () => {
    const began = performance.now();
    for (let passed = 0; passed < seconds; passed = (performance.now() - began) / 1_000) {
      while (sent.length < passed * rate) sent.push(sample(line, next()));
      await sleep(10);
    }
  })();
  return { offered, answered: offered.then(() => Promise.all(sent)) };
}

async function sample(line: Line, ask: Ask): Promise<Sample> {
  const at = performance.now();
  const outcome = await sendOne(line, ask).then(
    ({ status }) => ({ status }),
    (error: NodeJS.ErrnoException) => ({ status: 0, failure: `${error.syscall ?? ""} ${error.code ?? error.message}` }),
  );
  return { at, took: performance.now() - at, ...outcome };
}

/** Asks every second whether the server lives, and signs in every other: an address has its tries. */
function startProbes(line: Line) {
  const health: Sample[] = [];
  const signIn: Sample[] = [];
  const login = { method: "POST", path: pathOf(auth.login), token: "", body: { email: emailOf("sales"), password } };
  let isOver = false;
  const probing = (async () => {
    for (let turn = 0; !isOver; turn++) {
      health.push(await sample(line, { method: "GET", path: "/healthz", token: "" }));
      if (turn % 2 === 0) signIn.push(await sample(line, login));
      await sleep(1_000);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await probing;
      return { health, signIn };
    },
  };
}
