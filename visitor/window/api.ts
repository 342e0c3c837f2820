import type { Answer, Body } from "./wire";

const base = "/api/inquiry/chat/public";
/** What a picture takes longer than is sent anew. */
const longestWait = 30_000;

/** What the server refused, or 0 where none answered. */
export class Failure extends Error {
  constructor(
    readonly code: number,
    message = "",
    readonly field = "",
  ) {
    super(message);
  }
}

interface Parts {
  body?: object | Blob;
  token?: string;
}

async function ask<T>(method: string, path: string, { body, token }: Parts = {}): Promise<T> {
  const abort = new AbortController();
  const late = setTimeout(() => abort.abort(), longestWait);
  try {
    const isFile = body instanceof Blob;
    const reply = await fetch(base + path, {
      method,
      signal: abort.signal,
      headers: {
        ...(body && { "content-type": isFile ? body.type : "application/json" }),
        // An upload with a token has more time.
        ...(isFile && token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: isFile ? body : JSON.stringify(body) }),
    });
    const { code, message, data } = await reply.json();
    if (code !== 200) throw new Failure(code, message, data?.errors?.[0]?.field);
    return data;
  } catch (error) {
    throw error instanceof Failure ? error : new Failure(0);
  } finally {
    clearTimeout(late);
  }
}

const change = <K extends "contact" | "end" | "rate" | "page">(what: K, token: string, body: Body<K>) =>
  ask<Answer<K>>("PATCH", `/${token}/${what}`, { body });

export const api = {
  session: (body: Body<"session">) => ask<Answer<"session">>("POST", "/session", { body }),
  messages: (token: string, after: number) => ask<Answer<"messages">>("GET", `/${token}/messages?after_id=${after}`),
  send: (token: string, body: Body<"send">) => ask<Answer<"send">>("POST", `/${token}/messages`, { body }),
  upload: (token: string, picture: Blob) =>
    ask<Answer<"upload">>("POST", `/${token}/upload?filename=picture`, { body: picture, token }),
  change,
  events: (token: string) => new EventSource(`${base}/${token}/events`),
};
