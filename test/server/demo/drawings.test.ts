import { createHash } from "node:crypto";
import sharp from "sharp";
import { expect, test } from "vitest";
import { drawGallery, sketches } from "~/server/demo/drawings/gallery";
import { layoutPlans } from "~/server/demo/drawings/plan";

const printOf = (text: string) => createHash("sha256").update(text).digest("hex");

test("the demo's pictures are the same every time, each another one, and without a word in them", () => {
  const [once, again] = [sketches("full"), sketches("full")].map((all) => all.map(({ svg }) => svg));
  expect(again).toEqual(once);
  expect(new Set(once?.map(printOf)).size).toBe(once?.length);
  expect(once?.filter((svg) => svg.includes("<text"))).toEqual([]);
});

test("a plan's rooms fill its flat without lying on one another", () => {
  for (const { rooms } of Object.values(layoutPlans)) {
    const over = rooms.flatMap((one, index) =>
      rooms
        .slice(index + 1)
        .filter((other) => one.x < other.x + other.w - 0.01 && other.x < one.x + one.w - 0.01)
        .filter((other) => one.y < other.y + other.h - 0.01 && other.y < one.y + one.h - 0.01),
    );
    expect(over).toEqual([]);
  }
});

test("a demo for tests has an outside, a room and the plan of every layout, as small files", async () => {
  const gallery = await drawGallery("small");
  expect(new Set(gallery.map(({ layout }) => layout).filter(Boolean)).size).toBe(Object.keys(layoutPlans).length);
  expect(gallery.map(({ category }) => category)).toEqual(
    expect.arrayContaining(["exterior", "interior", "surrounding"]),
  );
  expect(Math.max(...gallery.map(({ bytes }) => bytes.length))).toBeLessThan(40_000);
  const { width, height, format } = await sharp(gallery[0]?.bytes).metadata();
  expect({ width, height, format }).toEqual({ width: 800, height: 600, format: "webp" });
});
