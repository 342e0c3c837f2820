import { addressOf, type Endpoint, type Input, type LooseInput, type Reply } from "~/contract/endpoint";
import { lsnHeader } from "~/contract/lsn";
import { authorization, type CallOptions, settle, unanswered } from "./call";
import { isAnothers } from "./cookie";
import { deadline } from "./deadline";
import { endTab } from "./other-person";
import { noteWritten } from "./written-up-to";

export interface UploadOptions extends CallOptions {
  onProgress?: (loaded: number, total: number) => void;
}

type Destination<E extends Endpoint> = { params: Input<E>["params"]; query?: Input<E>["query"] } | { url: string };

interface Load {
  bytes: Blob;
  headers?: Record<string, string>;
}

export async function upload<E extends Endpoint>(
  endpoint: E,
  { bytes, headers = {}, ...to }: Destination<E> & Load,
  options: UploadOptions = {},
): Promise<Reply<E>> {
  if (isAnothers()) return endTab();
  const address = new URL("url" in to ? to.url : addressOf(endpoint, to as LooseInput), window.location.origin);
  // Another host (a bucket) never gets our token, and its answers do not concern the session.
  const isOurs = address.origin === window.location.origin;
  const bearer = isOurs ? authorization(endpoint) : {};
  const limit = deadline(options.signal);
  const request = new XMLHttpRequest();
  try {
    await new Promise<void>((resolve, reject) => {
      request.open(endpoint.method, address);
      for (const [name, value] of Object.entries({ ...headers, ...bearer })) request.setRequestHeader(name, value);
      request.upload.onprogress = (event) => {
        limit.restart();
        options.onProgress?.(event.loaded, event.total);
      };
      request.onload = () => resolve();
      request.onerror = () => reject(new TypeError("upload failed"));
      request.onabort = () => reject(new DOMException("upload aborted", "AbortError"));
      limit.signal.addEventListener("abort", () => request.abort());
      if (limit.signal.aborted) reject(new DOMException("upload aborted", "AbortError"));
      else request.send(bytes);
    });
  } catch (error) {
    throw unanswered(error, limit, options);
  } finally {
    limit.end();
  }
  if (!isOurs) {
    const isFine = request.status >= 200 && request.status < 300;
    const answer = { status: isFine ? 200 : 502, authorization: undefined, renewal: null, text: "" };
    return settle(answer, options) as Reply<E>;
  }
  noteWritten(request.getResponseHeader(lsnHeader));
  const answer = {
    status: request.status,
    authorization: bearer.authorization,
    renewal: request.getResponseHeader("authorization"),
  };
  return settle({ ...answer, text: request.responseText }, options) as Reply<E>;
}
