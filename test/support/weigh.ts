import { setTimeout as wait } from "node:timers/promises";
import type { Page, Request, Response } from "playwright-core";

// A KB is 1,024 bytes here, as Chromium receives them: packed, without headers.
const KB = 1024;

/** After so many milliseconds without a request under way nothing more is awaited. */
const quiet = 500;

/** A stream of events: a request that never ends. */
export const isEvents = (one: { url(): string }) => new URL(one.url()).pathname.endsWith("/events");

/** What rows show next to their text: they are shown before it loads. */
const isPicture = (one: Response) => one.request().resourceType() === "image";

/** What an act has made the browser fetch, in KB. */
export interface Weight {
  requests: number;
  /** Those of the requests that are for pictures, and what these weigh. */
  pictures: number;
  pictured: number;
  js: number;
  css: number;
  all: number;
  scripts: Response[];
  /** Addresses that came over the wire more than once. */
  again: string[];
}

/** Counts what an act makes the browser fetch, until it is quiet again; a move inside the app counts as well as a load. */
export async function weigh(page: Page, act: () => Promise<unknown>): Promise<Weight> {
  const responses: Response[] = [];
  const underWay = new Set<Request>();
  let lastChange = Date.now();
  const begin = (request: Request) => isEvents(request) || underWay.add(request);
  const hear = (response: Response) => isEvents(response) || responses.push(response);
  const end = (request: Request) => {
    underWay.delete(request);
    lastChange = Date.now();
  };
  page.on("request", begin).on("response", hear).on("requestfinished", end).on("requestfailed", end);
  await act();
  while (underWay.size || Date.now() - lastChange < quiet) await wait(50);
  page.off("request", begin).off("response", hear).off("requestfinished", end).off("requestfailed", end);
  return weightOf(responses);
}

async function weightOf(responses: readonly Response[]): Promise<Weight> {
  const weight: Weight = {
    requests: responses.length,
    pictures: responses.filter(isPicture).length,
    pictured: 0,
    js: 0,
    css: 0,
    all: 0,
    scripts: [],
    again: [],
  };
  const fetched = new Set<string>();
  for (const response of responses) {
    // A file out of the cache has a negative size.
    const size = Math.max(0, (await response.request().sizes()).responseBodySize) / KB;
    const { pathname } = new URL(response.url());
    if (size && fetched.has(response.url())) weight.again.push(response.url());
    if (size) fetched.add(response.url());
    weight.all += size;
    if (isPicture(response)) weight.pictured += size;
    if (pathname.endsWith(".css")) weight.css += size;
    if (!pathname.endsWith(".js")) continue;
    weight.js += size;
    weight.scripts.push(response);
  }
  return weight;
}
