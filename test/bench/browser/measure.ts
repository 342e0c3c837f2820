import { ensureBuilt } from "../../../scripts/run.mjs";
import { type Product, startProduct } from "../../support/product";
import type { BenchOptions, BenchTable } from "../report";
import { speeds } from "./chromium";
import { costOfDoor, type Door, floorSite, openDoor, proxySite, rememberedSite } from "./door";
import { buildFloors } from "./floors";
import { measureLoads, photographFirstPaint } from "./loads";
import { measureMoves } from "./moves";
import { findPlaces, floorJourney, furtherPlaces, type Places, productJourney } from "./places";
import { weighFurther } from "./sizes";
import { furtherTable, loadTables, type Moves, moveTable } from "./tables";

/** Loads, moves and sizes in Chromium, each beside what the plainest app of the same packages takes in the same run. */
export async function* measureBrowser({ isQuick }: BenchOptions): AsyncGenerator<BenchTable> {
  const rounds = isQuick ? 3 : 7;
  await ensureBuilt();
  const floors = await buildFloors();
  const product = await startProduct({ name: "bench-browser", env: { TRUST_PROXY: "1" } });
  const door = await openDoor({
    "plain.test": floorSite(floors.plain),
    "remix.test": floorSite(floors.remix),
    "product.test": proxySite(product.baseUrl),
    "memory.test": rememberedSite(product.baseUrl),
  }).catch(async (error: unknown) => {
    await product.stop();
    throw error;
  });
  try {
    const places = await findPlaces(door, product);
    yield* await loads(places, rounds, await costOfDoor(door, "product.test", product.baseUrl));
    yield await moves(places, Math.min(rounds, 5));
    yield await further(door, product);
  } finally {
    await door.close();
    await product.stop();
  }
}

async function loads(places: Places, rounds: number, doorCost: number): Promise<BenchTable[]> {
  const targets = Object.values(places);
  const fast = await measureLoads(targets, "fast", rounds);
  const slow = await measureLoads(targets, "slow", rounds);
  for (const target of targets) await photographFirstPaint(target);
  const errors = [...new Set([...fast.errors, ...slow.errors])];
  const note = [
    `每个目标 ${rounds} 次冷启动，交替进行，取中位数 medians of interleaved cold loads, a Chromium process each, HTTP/2, brotli.`,
    "slow = CPU 4×、1.6 Mbit/s、每请求 150 ms；ready = 列表各行出现的第一帧 the first frame with the rows on screen.",
    `代理增加 the door adds ${doorCost.toFixed(1)} ms。`,
    ...errors.map((error) => `控制台 console: ${error}`),
  ].join("\n");
  return loadTables({ places, fast: fast.loads, slow: slow.loads, errors, note });
}

async function moves(places: Places, rounds: number): Promise<BenchTable> {
  const all: Moves[] = [];
  for (const speed of speeds) {
    const floor = await measureMoves(floorJourney(places), speed, rounds);
    all.push({ speed, floor, product: await measureMoves(productJourney(places), speed, rounds) });
  }
  const note = `从点击到新内容绘制 from the click to the painted content; pointer on the link 200 ms before; medians of ${rounds}.`;
  return moveTable(all, note);
}

async function further(door: Door, product: Product): Promise<BenchTable> {
  const { start, addressOf } = await furtherPlaces(door, product);
  return furtherTable(await weighFurther(start, addressOf));
}
