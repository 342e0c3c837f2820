import { customer } from "~/contract/customer/customer";
import { pathOf } from "~/contract/endpoint";
import { startProduct } from "../../support/product";
import { atMost, type Figure, plain, print, type Table } from "../report";
import type { Sight, Speed } from "./chromium";
import { floorSite, openDoor, productSite } from "./door";
import { buildFloor } from "./floors";
import { inTurns, type Load, load, type Move, move, type Target } from "./loads";

/** Of the floor's time: with the real server on the same cores, and with its answers from memory. */
const readyBudgets = { fast: { real: 1.35, memory: 1.15 }, slow: { real: 0.9, memory: 0.9 } };
const moveBudgets = { fast: 100, slow: 400 };

const rows: Sight = { selector: "main tbody tr", count: 20 };

/** Loads and moves in Chromium, each beside what the plainest app of the same packages takes in the same run. */
export async function* measureBrowser(rounds: number): AsyncGenerator<Table> {
  const floorFiles = await buildFloor();
  const product = await startProduct({ name: "bench-browser", env: { TRUST_PROXY: "1" } });
  const door = await openDoor({
    "floor.test": floorSite(floorFiles),
    "product.test": productSite(product.baseUrl),
    "memory.test": productSite(product.baseUrl, true),
  });
  try {
    const token = await signIn(product);
    const at = { origin: door.urlOf("product.test"), token };
    const path = "/customer/publicCustomer";
    const floor: Target = { name: "floor: Remix + MRT", origin: door.urlOf("floor.test"), path: "/", sight: rows };
    const pool: Target = { ...at, name: "公海 list", path, sight: rows };
    const own: Target = { ...at, name: "询盘客户 list", path: "/customer/customerInfor", sight: rows };
    const memory: Target = { ...pool, name: "公海 list from memory", origin: door.urlOf("memory.test") };
    const login: Target = {
      name: "登录 login",
      origin: at.origin,
      path: "/login",
      sight: { selector: "form [type=submit]" },
    };
    const figures: Sight = { selector: "section[aria-label=关键指标] button", count: 3 };
    const dashboard: Target = { ...at, name: "看板 dashboard", path: "/dashboard", sight: figures };
    const id = await firstCustomer(product.baseUrl, token);
    const record: Target = {
      ...at,
      name: "客户 record",
      path: `/customer/editCustomerInfo/${id}`,
      sight: { selector: "main [role=tabpanel]" },
    };
    for (const speed of ["fast", "slow"] as const) {
      const loads = await inTurns([floor, pool, memory, own, login, dashboard, record], rounds, (one) =>
        load(one, speed),
      );
      yield timeTable(loads, floor, { lists: [pool, own], memory }, speed);
      if (speed === "fast") yield sizeTable(loads, { lists: [pool, own], login, dashboard });
    }
    for (const speed of ["fast", "slow"] as const)
      yield moveTable(await inTurns([floor, pool], rounds, (one) => move(one, speed)), pool, speed);
  } finally {
    await door.close();
    await product.stop();
  }
}

/** The token of somebody in sales. */
async function signIn({ baseUrl, password }: { baseUrl: string; password: string }): Promise<string> {
  const body = JSON.stringify({ email: "sales@demo.test", password, remember: false });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`${baseUrl}/api/auth/login`, { method: "POST", headers, body });
  const { data }: { data: { access_token: string } } = await answer.json();
  return data.access_token;
}

async function firstCustomer(baseUrl: string, token: string): Promise<number> {
  const answer = await fetch(baseUrl + pathOf(customer.list), { headers: { authorization: `Bearer ${token}` } });
  const { data }: { data: { list: { id: number }[] } } = await answer.json();
  return data.list[0]?.id ?? 0;
}

function timeTable(
  loads: ReadonlyMap<Target, Load>,
  floor: Target,
  { lists, memory }: { lists: Target[]; memory: Target },
  speed: Speed,
): Table {
  const limit = loads.get(floor);
  const figures = [...loads].flatMap(([target, { ready, firstPaint, blocked }]): Figure[] => {
    const isList = lists.includes(target);
    const of = `${print(ready)} ms / ${print(limit?.ready ?? 0)} ms`;
    const ratio = ready / (limit?.ready ?? 0);
    const most = target === memory ? readyBudgets[speed].memory : readyBudgets[speed].real;
    const isHeld = isList || target === memory;
    return [
      isHeld ? atMost(`${target.name}: ready`, ratio, "×", most, of) : plain(`${target.name}: ready`, ratio, "×", of),
      plain(`${target.name}: first paint`, firstPaint, "ms"),
      target === floor
        ? plain(`${target.name}: long tasks`, blocked, "ms")
        : atMost(`${target.name}: long tasks`, blocked, "ms", limit?.blocked ?? 0),
    ];
  });
  return { title: `Direct visits, ${speed}: cold loads beside the floor`, figures };
}

function sizeTable(
  loads: ReadonlyMap<Target, Load>,
  { lists, login, dashboard }: { lists: Target[]; login: Target; dashboard: Target },
): Table {
  const figures = [...loads].flatMap(([target, { requests, js, css, pictures, all, ahead }]): Figure[] => {
    const of = (what: string) => `${target.name}: ${what}`;
    if (target === login) return [atMost(of("JS"), js, "KB", 160), atMost(of("CSS"), css, "KB", 15)];
    if (target === dashboard)
      return [atMost(of("all until ready"), all, "KB", 340), atMost(of("requests"), requests, "", 25)];
    if (!lists.includes(target)) return [];
    return [
      atMost(of("JS until ready"), js, "KB", 290),
      atMost(of("all until ready"), all, "KB", 330),
      atMost(of("requests"), requests, "", 22),
      atMost(of("pictures"), pictures, "KB", 100),
      atMost(of("fetched ahead"), ahead, "KB", 120),
    ];
  });
  return { title: "First visits, brotli, 1 KB = 1,024 B", figures };
}

function moveTable(moves: ReadonlyMap<Target, Move>, ours: Target, speed: Speed): Table {
  const most = moveBudgets[speed];
  const figures = [...moves].flatMap(([target, { open, back, blanks, lost }]): Figure[] => {
    if (target !== ours)
      return [plain(`${target.name}: list → record`, open, "ms"), plain(`${target.name}: back`, back, "ms")];
    return [
      atMost(`${target.name} → record`, open, "ms", most),
      atMost(`${target.name} ← back`, back, "ms", most),
      atMost("blank frames", blanks, "", 0),
      atMost("place or filter lost", lost, "", 0),
    ];
  });
  return { title: `Moves, ${speed}: from the click to the painted content`, figures };
}
