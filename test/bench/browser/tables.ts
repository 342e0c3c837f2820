import type { BenchRow, BenchTable } from "../report";
import type { Speed } from "./chromium";
import type { Load, Target } from "./loads";
import type { Moved } from "./moves";
import type { Places } from "./places";
import type { FurtherScreen } from "./sizes";

/** Medians of each target's loads at one speed. */
export type Loads = ReadonlyMap<Target, Load>;

const budgets = {
  /** Of the floor's time, with the real server on the same cores. */
  ready: { fast: 1.15, slow: 0.8 },
  /** The same with the answers of both from memory. */
  remembered: { fast: 0.95, slow: 0.75 },
  blocked: { fast: 100 },
  /** In ms. */
  move: { fast: 100, slow: 400 },
  login: { js: 160, css: 15 },
  /** A list carries nothing late that weighs; the charts of a dashboard come when it stands, and are counted apart. */
  list: { neededRequests: 18, js: 290, all: 330 },
  dashboard: { neededRequests: 18, neededJs: 290 },
  /** JS and CSS of a further screen. */
  further: 25,
};

const most = (value: number, limit: number | undefined, unit: string): Pick<BenchRow, "budget" | "isMet"> =>
  limit === undefined ? {} : { budget: `≤ ${limit} ${unit}`.trim(), isMet: value <= limit };

interface Loaded {
  places: Places;
  fast: Loads;
  slow: Loads;
  /** What the console said. */
  errors: readonly string[];
  note: string;
}

/** Times, and sizes, of the direct visits. */
export function loadTables({ places, fast, slow, errors, note }: Loaded): BenchTable[] {
  const lists: Target[] = [places.pool, places.own];
  const all = [...besideFloor(places, "fast", fast), ...besideFloor(places, "slow", slow)];
  const ready = all.map(({ target, load, floor, speed }) => {
    const row = { ...compared(target, speed, load.ready), ...limit(places, load.ready, floor.ready) };
    const budget =
      target === places.remembered ? budgets.remembered : lists.includes(target) ? budgets.ready : undefined;
    return { ...row, ...(budget ? most(row.ratio, budget[speed], "×") : {}) };
  });
  const paint = all.map(({ target, load, floor, speed }) => ({
    ...compared(target, speed, load.firstPaint),
    ...limit(places, load.firstPaint, floor.firstPaint),
  }));
  const content = all.map(({ target, load, floor, speed }) => ({
    ...compared(target, speed, load.firstContent),
    ...limit(places, load.firstContent, floor.firstContent),
  }));
  const blocked = all.map(({ target, load, floor, speed }) => ({
    ...compared(target, speed, load.blocked),
    limit: places.floor.name,
    limitValue: floor.blocked,
    ...(speed === "fast" && target.origin === places.pool.origin ? most(load.blocked, budgets.blocked.fast, "ms") : {}),
  }));
  const processor = all.map(({ target, load, floor, speed }) => ({
    ...compared(target, speed, load.processor),
    ...limit(places, load.processor, floor.processor),
  }));
  const complaints = {
    what: "控制台报错 console errors",
    value: errors.length,
    unit: "",
    ...most(errors.length, 0, ""),
  };
  return [
    { title: "可用 ready", note, rows: [...ready, complaints] },
    {
      title: "首次绘制 first paint",
      note: "框架即可 the frame is enough; what it looked like: .cache/bench/first-paint-*.png",
      rows: paint,
    },
    {
      title: "首次内容 first content",
      note: "首个带文字或图形的帧 the first frame with text or a picture.",
      rows: content,
    },
    {
      title: "长任务 long tasks",
      note: "可用之前各长任务超出 50 ms 的部分之和 what they have above 50 ms each, until ready.",
      rows: blocked,
    },
    {
      title: "主线程 main thread",
      note: "可用之前页面主线程占用的处理器时间，机器忙时也不变长 processor time until ready; a busy machine does not lengthen it.",
      rows: processor,
    },
    {
      title: "首访体积 first visit",
      note: "brotli，1 KB = 1,024 B；可用前 = 可用之前发出的请求 until ready = asked for before that, the rest when the page stands.",
      rows: sizeRows(places, fast),
    },
  ];
}

interface Beside {
  target: Target;
  load: Load;
  floor: Load;
  speed: Speed;
}

/** The loads of one speed, each with the floor's. */
function besideFloor(places: Places, speed: Speed, loads: Loads): Beside[] {
  const floor = loads.get(places.floor);
  return floor ? [...loads].map(([target, load]) => ({ target, load, floor, speed })) : [];
}

const compared = ({ name }: Target, speed: Speed, value: number) => ({
  what: `${name} · ${speed}`,
  value,
  unit: "ms",
});

const limit = ({ floor }: Places, value: number, limitValue: number) => ({
  limit: floor.name,
  limitValue,
  ratio: value / limitValue,
});

type Sizes = Partial<Pick<Load, "neededRequests" | "neededJs" | "js" | "css" | "all">>;

function sizeRows(places: Places, loads: Loads): BenchRow[] {
  const asked = new Map<Target, Sizes>([
    [places.login, budgets.login],
    [places.pool, budgets.list],
    [places.own, budgets.list],
    [places.dashboard, budgets.dashboard],
  ]);
  return [...loads].flatMap(([target, { neededRequests, neededJs, requests, js, css, all, heap }]) => {
    const { name } = target;
    const limits = asked.get(target) ?? {};
    return [
      {
        what: `${name} · 可用前请求 requests until ready`,
        value: neededRequests,
        unit: "",
        ...most(neededRequests, limits.neededRequests, ""),
      },
      {
        what: `${name} · 可用前 JS until ready`,
        value: neededJs,
        unit: "KB",
        ...most(neededJs, limits.neededJs, "KB"),
      },
      { what: `${name} · 请求 requests`, value: requests, unit: "" },
      { what: `${name} · JS`, value: js, unit: "KB", ...most(js, limits.js, "KB") },
      { what: `${name} · CSS`, value: css, unit: "KB", ...most(css, limits.css, "KB") },
      { what: `${name} · 全部 all`, value: all, unit: "KB", ...most(all, limits.all, "KB") },
      { what: `${name} · 堆内存 heap`, value: heap, unit: "MB" },
    ];
  });
}

/** The moves of one speed: the product's and, where it has such a move, the floor's. */
export interface Moves {
  speed: Speed;
  product: ReadonlyMap<string, Moved>;
  floor: ReadonlyMap<string, Moved>;
}

const budgeted = ["列表 → 抽屉 list → drawer", "关抽屉 drawer → list", "列表 → 详情 list → detail", "返回列表 back"];

/** The moves inside the app. */
export function moveTable(all: readonly Moves[], note: string): BenchTable {
  const rows = all.flatMap(({ speed, product, floor }) =>
    [...product].flatMap(([name, { ms, blanks, isRestored }]): BenchRow[] => {
      const limitValue = floor.get(name)?.ms;
      const time: BenchRow = {
        what: `${name} · ${speed}`,
        value: ms,
        unit: "ms",
        ...(limitValue === undefined ? {} : { limit: "Remix + MRT", limitValue, ratio: ms / limitValue }),
        ...(budgeted.includes(name) ? most(ms, budgets.move[speed], "ms") : {}),
      };
      const frames = {
        what: `${name} · ${speed} · 空白帧 blank frames`,
        value: blanks,
        unit: "",
        ...most(blanks, 0, ""),
      };
      const kept = { what: `${name} · ${speed} · 位置与筛选 place and filter`, value: isRestored ? 1 : 0, unit: "" };
      return isRestored === undefined
        ? [time]
        : [time, frames, { ...kept, budget: "1 = 还原 restored", isMet: isRestored }];
    }),
  );
  return { title: "应用内跳转 moves", note, rows };
}

/** What each further screen fetches, beyond a list that is open. */
export const furtherTable = (screens: readonly FurtherScreen[]): BenchTable => ({
  title: "后续页面体积 further screens",
  note: "在公海列表之后打开时另取的 JS 与 CSS JS and CSS beyond the pool's list, brotli.",
  rows: screens.map(({ path, weight: { js, css } }) => ({
    what: path,
    value: js + css,
    unit: "KB",
    ...most(js + css, budgets.further, "KB"),
  })),
});
