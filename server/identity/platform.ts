import { Refusal, sentenceOf } from "~/server/lib/call";
import type { Services } from "~/server/lib/services";

const limit = 5_000;

/** The refusal when a platform that the caller depends on does not answer: they may try again. */
export const platformIsDown = () => new Refusal(50300, sentenceOf(50300, {}));

/** Asks a platform's server. An answer that it is at fault itself (5xx, 429), or none within the limit, ends the request with 50300. */
export async function askPlatform(services: Services, url: string, init: RequestInit = {}): Promise<Response> {
  try {
    const signal = AbortSignal.timeout(services.platforms?.limit ?? limit);
    // An address of ours is named in full; one that sends elsewhere is not it.
    const response = await fetch(url, { ...init, signal, redirect: "error" });
    if (response.status < 500 && response.status !== 429) return response;
    throw new Error(`HTTP ${response.status}`);
  } catch (error) {
    // Its path alone: codes and secrets are in the query.
    services.log.warn(
      { err: error, platform: new URL(url).origin + new URL(url).pathname },
      "no answer from a platform",
    );
    throw platformIsDown();
  }
}

/** The JSON object of an answer, or 50300 where it is none. */
export async function jsonOf(services: Services, response: Response): Promise<Record<string, unknown>> {
  try {
    const body: unknown = await response.json();
    if (typeof body === "object" && body !== null && !Array.isArray(body)) return body as Record<string, unknown>;
    throw new Error("not an object");
  } catch (error) {
    services.log.warn({ err: error, platform: new URL(response.url).origin }, "no JSON from a platform");
    throw platformIsDown();
  }
}
