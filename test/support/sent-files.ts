import { vi } from "vitest";
import type { Database } from "~/server/database/database";
import { makeMedia } from "./factories";

// What a browser would send as bytes is there already: each file asks for an address, which these hand out.

interface Sent {
  id: number;
  name: string;
  mime: string;
  size: number;
}

/** An upload that has been taken at once. */
class SentRequest {
  status = 200;
  responseText = JSON.stringify({ code: 200, message: "success", data: null });
  upload = {};
  onload = () => undefined;
  open() {}
  setRequestHeader() {}
  getResponseHeader() {
    return null;
  }
  abort() {}
  send() {
    queueMicrotask(() => this.onload());
  }
}

/** The uploads that follow are these files, one after the other. */
export function sendsFiles(files: readonly Sent[]): void {
  const sent = files.map(({ id, name, mime, size }) => ({ id, name, url: "", mime, size }));
  const ask = globalThis.fetch;
  vi.stubGlobal("fetch", async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(input instanceof Request ? input.url : String(input), "http://test.local");
    if (pathname !== "/api/upload/complete") return ask(input, init);
    return Response.json({ code: 200, message: "success", data: sent.shift() });
  });
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => `blob:${Math.random()}` }));
  vi.stubGlobal("XMLHttpRequest", SentRequest);
}

/** The next upload is this person's photo. */
export async function sendsPhoto(db: Database, uploader: number) {
  sendsFiles([await makeMedia(db, { uploader, scene: "evidence", name: "到访.png" })]);
}
