interface FirstReply {
  reply: Promise<Response>;
  authorization: string;
}

declare global {
  interface Window {
    /** By address: what the script of the head has asked for before anything else was loaded. */
    __first?: Record<string, FirstReply>;
  }
}

/** A whole answer, before anything is made of it. */
export interface Received {
  status: number;
  headers: Headers;
  text: string;
}

/** The answer that the head's script has asked for under this address and with this token, once; undefined when there is none, or it was lost. */
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

/** Forgets what nobody has taken: the first page stands, and later ones want newer answers. */
export function dropFirstReplies(): void {
  delete window.__first;
}
