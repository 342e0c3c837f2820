import { beforeEach, expect, it, vi } from "vitest";
import { shrinkPicture } from "~/app/features/upload/shrink-picture";

/** A fake of the browser's decoder and encoder: its input and output; jsdom has neither. */
let pixels = { width: 100, height: 100 };
let written = { size: 10, type: "image/jpeg" };
let scaledTo: unknown[];

beforeEach(() => {
  scaledTo = [];
  vi.stubGlobal("createImageBitmap", async (_: unknown, options: { resizeWidth?: number; resizeHeight?: number }) => {
    if (options.resizeWidth) scaledTo.push([options.resizeWidth, options.resizeHeight]);
    const { resizeWidth: width = pixels.width, resizeHeight: height = pixels.height } = options;
    return { width, height, close: () => undefined };
  });
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
  vi.spyOn(HTMLCanvasElement.prototype, "toBlob").mockImplementation((take) =>
    take(new Blob([new Uint8Array(written.size)], { type: written.type })),
  );
});

const file = (size: number, name = "外观.jpeg", type = "image/jpeg") =>
  new File([new Uint8Array(size)], name, { type });

it("makes a long picture short, with the ending of what it became", async () => {
  pixels = { width: 4000, height: 6000 };
  written = { size: 10, type: "image/webp" };
  const { file: shrunk, small } = await shrinkPicture(file(900, "平面图.v2.png", "image/png"));
  expect(scaledTo).toEqual([
    [320, 480],
    [2000, 3000],
  ]);
  expect(small?.size).toBe(10);
  expect([shrunk.name, shrunk.type, shrunk.size]).toEqual(["平面图.v2.webp", "image/webp", 10]);
});

it("leaves a small one as it is, and one that would become larger, and one that cannot be read", async () => {
  pixels = { width: 3000, height: 2000 };
  written = { size: 10, type: "image/jpeg" };
  const small = file(1024);
  expect((await shrinkPicture(small)).file).toBe(small);
  const heavy = file(2_000_000);
  expect((await shrinkPicture(heavy)).file.size).toBe(10);
  written = { size: 2_000_001, type: "image/jpeg" };
  expect((await shrinkPicture(heavy)).file).toBe(heavy);
  vi.stubGlobal("createImageBitmap", () => Promise.reject(new DOMException("no picture")));
  expect(await shrinkPicture(heavy)).toEqual({ file: heavy });
});
