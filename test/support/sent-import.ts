import { vi } from "vitest";
import { token } from "~/app/api/cookie";
import * as uploading from "~/app/api/upload";
import { writeQuery } from "~/contract/endpoint";

/** A file to import goes the way of all other calls: jsdom's XMLHttpRequest would leave the process. */
export function sendsImports(): void {
  vi.spyOn(uploading, "upload").mockImplementation(async (endpoint, load, options) => {
    options?.onProgress?.(50, 100);
    const { query } = load as { query: Record<string, unknown> };
    const response = await fetch(`${endpoint.path}?${writeQuery(query)}`, {
      method: "POST",
      headers: { authorization: `Bearer ${token()}` },
      body: new Uint8Array(await bytesOf(load.bytes)),
    });
    const { data } = await response.json();
    return data;
  });
}

/** jsdom's File has no arrayBuffer(). */
const bytesOf = (file: Blob) =>
  new Promise<ArrayBuffer>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as ArrayBuffer); // as it was asked for
    reader.readAsArrayBuffer(file);
  });
