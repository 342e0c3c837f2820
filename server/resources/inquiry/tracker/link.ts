import encodeQR from "qr";
import sharp from "sharp";
import type { tracker } from "~/server/database/tables/inquiry/tracker";
import { type FileReply, Refusal } from "~/server/lib/call";

type Tracker = typeof tracker.$inferSelect;
const utmNames = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"] as const;

/** The target of a tracking point: its address with its other parameters. A page of ours is below `base`; without a base it is a path. */
export function linkOf(row: Pick<Tracker, "code" | "target_url" | (typeof utmNames)[number]>, base: string): string {
  const isOurs = row.target_url.startsWith("/");
  const url = new URL(isOurs ? base.replace(/\/+$/, "") + row.target_url : row.target_url, nowhere);
  url.searchParams.set("tk", row.code);
  for (const name of utmNames) if (row[name]) url.searchParams.set(name, row[name]);
  return isOurs && !base ? url.pathname + url.search : url.href;
}

/** A placeholder host for paths, only while the address is built. */
const nowhere = "http://localhost";

/** Wide enough for print. */
const printed = 1024;

/** A link as a QR code on white, with its quiet zone; a path is not possible, because it leads nowhere on paper. */
export async function qrFile(called: string, link: string, format: "svg" | "png"): Promise<FileReply> {
  if (!URL.canParse(link)) throw new Refusal(40902, "尚未设置工作台地址，不能生成二维码");
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
