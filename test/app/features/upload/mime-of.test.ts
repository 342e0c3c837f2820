import { expect, test } from "vitest";
import { mimeOf } from "~/app/features/upload/mime-of";

const file = (bytes: (string | number)[], name: string, type = "") =>
  new File(
    [Uint8Array.from(bytes.flatMap((part) => (typeof part === "string" ? [...Buffer.from(part, "latin1")] : part)))],
    name,
    { type },
  );

test.each([
  ["a PNG named .jpg", file([0x89, "PNG\r\n\x1a\n"], "a.jpg", "image/jpeg"), "image/png"],
  ["a JPEG named .gif", file([0xff, 0xd8, 0xff, 0xe0], "a.gif", "image/gif"), "image/jpeg"],
  ["a WEBP without an ending", file(["RIFF", 1, 0, 0, 0, "WEBPVP8 "], "a"), "image/webp"],
  ["a phone's photo named .jpg", file([0, 0, 0, 24, "ftypheic"], "a.jpg", "image/jpeg"), "image/heic"],
  ["a photo that the system does not know", file([0, 0, 0, 24, "ftypmif1"], "IMG_1.HEIC"), "image/heic"],
  ["a film", file([0, 0, 0, 24, "ftypisom"], "a.mp4", "video/mp4"), "video/mp4"],
  ["a document that the system does not know", file(["PK"], "a.docx"), expect.stringContaining("wordprocessingml")],
  ["nothing", file([], "a"), ""],
])("%s is what its bytes are", async (_what, given, mime) => {
  expect(await mimeOf(given)).toEqual(mime);
});

test("a sheet as csv is one, also where the system takes all that Excel opens for its workbooks", async () => {
  for (const type of ["", "text/csv", "application/vnd.ms-excel"])
    expect(await mimeOf(new File(["a,b"], "对账.CSV", { type }))).toBe("text/csv");
});
