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
      body: await textOf(load.bytes),
    });
    const { data } = await response.json();
    return data;
  });
}

/** jsdom's File has no text(). */
const textOf = (file: Blob) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(file);
  });
