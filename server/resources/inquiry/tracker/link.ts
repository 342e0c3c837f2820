import encodeQR from "qr";
import sharp from "sharp";
import type { tracker } from "~/server/database/tables/inquiry/tracker";
import type { FileReply } from "~/server/lib/call";

type Tracker = typeof tracker.$inferSelect;
const utmNames = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"] as const;

/** Where a visitor goes by a tracking point: the target's address, whose other parameters stay. */
export function linkOf(row: Pick<Tracker, "code" | "target_url" | (typeof utmNames)[number]>): string {
  const url = new URL(row.target_url);
  url.searchParams.set("tk", row.code);
  for (const name of utmNames) if (row[name]) url.searchParams.set(name, row[name]);
  return url.href;
}

/** Wide enough to be printed. */
const printed = 1024;

/** A link as a QR code, on white with its quiet zone, whatever it lies on. */
export async function qrFile(called: string, link: string, format: "svg" | "png"): Promise<FileReply> {
  const drawn = encodeQR(link, "svg", { ecc: "medium", border: 4 });
  const svg = drawn.replace(/(<svg[^>]*>)/, '$1<rect width="100%" height="100%" fill="#fff"/>');
  const name = `${called}.${format}`;
  if (format === "svg") return { name, type: "image/svg+xml", body: new TextEncoder().encode(svg) };
  const png = await sharp(Buffer.from(svg), { density: 1200 })
    .resize(printed, printed, { kernel: "nearest" })
    .png()
    .toBuffer();
  return { name, type: "image/png", body: new Uint8Array(png) };
}
