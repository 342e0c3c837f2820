import { ofetch } from "ofetch";
import { leave } from "~/app/api/leave";
import { isWeCom } from "~/app/api/wecom";
import { t } from "~/app/i18n/t";
import { addressOf, type Endpoint, type LooseInput } from "~/contract/endpoint";
import { type DownloadLink, download as redeemed } from "~/contract/shared/download";
import { sendWhileBusy } from "./busy";
import { authorization, type CallInput, type CallOptions, callLoosely, settle, unanswered } from "./call";
import { CallError } from "./call-error";
import { isAnothers } from "./cookie";
import { deadline } from "./deadline";
import { endTab } from "./other-person";
import { toast } from "./toast";

interface DownloadOptions extends CallOptions {
  onProgress?: (loaded: number, total: number | undefined) => void;
}

export function fileNameOf(disposition: string | null): string | undefined {
  const encoded = /filename\*\s*=\s*UTF-8''([^;]+)/i.exec(disposition ?? "")?.[1];
  try {
    if (encoded) return decodeURIComponent(encoded.trim());
  } catch {
    // Badly encoded: the plain form remains.
  }
  return /filename\s*=\s*"?([^";]+)"?/i.exec(disposition ?? "")?.[1]?.trim();
}

async function readAll(response: Response, onChunk: (loaded: number) => void): Promise<Uint8Array<ArrayBuffer>[]> {
  const reader = response.body?.getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let loaded = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true };
    if (done || !value) return parts;
    parts.push(value);
    loaded += value.byteLength;
    onChunk(loaded);
  }
}

function textOf(parts: readonly Uint8Array[]): string {
  const decoder = new TextDecoder();
  return parts.map((part) => decoder.decode(part, { stream: true })).join("") + decoder.decode();
}

export function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  // Some browsers start reading only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

async function openByLink(endpoint: Endpoint, { query, ...input }: LooseInput, options: CallOptions): Promise<void> {
  const linkInput = { ...input, query: { ...query, link: true } };
  // Every endpoint that returns a file takes `link=1` (domain E.1).
  const { url } = (await callLoosely(endpoint, linkInput, options)) as DownloadLink;
  leave.openFile(url);
}

export async function downloadLink({ url }: DownloadLink, options?: DownloadOptions): Promise<void> {
  if (isWeCom()) return leave.openFile(url);
  const token = url.split("/").at(-1) ?? "";
  return download(redeemed.redeem, { params: { token } }, options);
}

/**
 * Fetches a file and saves it under the server's name. The 30 s are counted from one chunk to the next, so that a large
 * file may take its time. Errors are shown as by `call`; a failed export (500) as 响应异常！. Inside WeCom, where fetched files
 * cannot be saved, the browser itself fetches it by a one-time link.
 */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: DownloadOptions = {},
): Promise<void> {
  if (isWeCom()) return openByLink(endpoint, input as LooseInput, options);
  if (isAnothers()) return endTab();
  const headers = authorization(endpoint);
  const limit = deadline(options.signal);
  try {
    const { method } = endpoint;
    const { signal } = limit;
    const response = await sendWhileBusy({ method, headers, silent: options.silent, signal }, () => {
      limit.restart();
      return ofetch.raw<ReadableStream, "stream">(addressOf(endpoint, input as LooseInput), {
        method,
        headers,
        responseType: "stream",
        ignoreResponseError: true,
        retry: 0,
        signal,
      });
    });
    const type = response.headers.get("content-type") ?? "";
    const total = Number(response.headers.get("content-length")) || undefined;
    const parts = await readAll(response, (loaded) => {
      limit.restart();
      options.onProgress?.(loaded, total);
    });
    if (response.status === 500) {
      const message = t("响应异常！");
      if (!options.silent) toast.error(message, options.toast);
      throw new CallError({ status: 500, code: 0, message, data: null, fields: [] });
    }
    const disposition = response.headers.get("content-disposition");
    const isFile = response.ok && (disposition !== null || !/json/i.test(type));
    const answer = {
      status: response.status,
      authorization: headers.authorization,
      renewal: response.headers.get("authorization"),
    };
    settle({ ...answer, text: isFile ? "" : textOf(parts) }, options);
    if (isFile)
      save(new Blob(parts, { type }), fileNameOf(disposition) ?? endpoint.path.split("/").at(-1) ?? "download");
  } catch (error) {
    if (error instanceof CallError || error instanceof Response) throw error;
    throw unanswered(error, limit, options);
  } finally {
    limit.end();
  }
}
