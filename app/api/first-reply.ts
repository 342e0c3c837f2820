interface FirstReply {
  reply: Promise<Response>;
  authorization: string;
}

declare global {
  interface Window {
    /** By address: what the script of the head has requested before anything else was loaded. */
    __first?: Record<string, FirstReply>;
  }
}

export interface Received {
  status: number;
  headers: Headers;
  text: string;
}

/** The answer that the head's script has requested for this address and token, once; undefined if there is none, or it was lost. */
export function consumeFirstReply(
  address: string,
  authorization: string | undefined,
  signal: AbortSignal,
): Promise<Received | undefined> | undefined {
  const first = window.__first?.[address];
  if (!first) return undefined;
  delete window.__first?.[address];
  if (first.authorization !== authorization) return undefined;
  const givenUp = new Promise<undefined>((resolve) => signal.addEventListener("abort", () => resolve(undefined)));
  const whole = first.reply.then(async (reply) => ({
    status: reply.status,
    headers: reply.headers,
    text: await reply.text(),
  }));
  return Promise.race([whole.catch(() => undefined), givenUp]);
}

/** Drops unused answers: once the first page is shown, later pages want newer ones. */
export function dropFirstReplies(): void {
  // An answer that nobody reads would stay under way.
  for (const { reply } of Object.values(window.__first ?? {}))
    reply.then(({ body }) => body?.cancel()).catch(() => undefined);
  delete window.__first;
}
