import { imageSize } from "image-size";
import type { MediaWidth } from "~/contract/shared/upload";

/** Longest side of a picture that is taken, in pixels. */
export const maxPixels = 8000;
/** Longest side of a small picture. */
export const thumbPixels: Extract<MediaWidth, 480> = 480;
/** A large picture takes 200 MB while it is read. */
const atOnce = 2;
const secondsEach = 20;

export interface Picture {
  whole: Buffer;
  thumb: Buffer;
  width: number;
  height: number;
}

const limits = { limitInputPixels: maxPixels ** 2, failOn: "error" as const };

/** A picture made anew out of its pixels, and a small one: nothing else of the file is left. "broken": unreadable. Only so many at once. */
export const remakePicture = (mime: string, read: () => Promise<Uint8Array>) =>
  inTurn(async (sharp) => {
    const bytes = await read();
    const size = pictureSize(bytes);
    if (!size) return "broken";
    if (Math.max(size.width, size.height) > maxPixels) return "pixels";
    const upright = sharp(bytes, limits).timeout({ seconds: secondsEach }).autoOrient();
    // What libvips says has no codes; of our own nothing can fail here.
    return await encoded(sharp, mime, upright).catch(() => "broken" as const);
  });

/** A part of a picture of ours, in percent of its sides, as a picture of its own. */
export const cropPicture = (mime: string, bytes: Uint8Array, part: Part): Promise<Picture> =>
  inTurn((sharp) => {
    const { width, height } = pictureSize(bytes) ?? { width: 1, height: 1 };
    const share = (percent: number, of: number) => Math.round((of * percent) / 100);
    const [left, top] = [share(part.left, width), share(part.top, height)];
    const cut = {
      ...{ left: Math.min(left, width - 1), top: Math.min(top, height - 1) },
      width: Math.max(1, Math.min(share(part.width, width), width - left)),
      height: Math.max(1, Math.min(share(part.height, height), height - top)),
    };
    return encoded(sharp, mime, sharp(bytes, limits).timeout({ seconds: secondsEach }).extract(cut));
  });

/** A picture of ours in a width, as WebP. */
export const narrowPicture = (bytes: Uint8Array, width: number): Promise<Buffer> =>
  inTurn((sharp) =>
    sharp(bytes, limits).timeout({ seconds: secondsEach }).resize({ width }).webp({ quality: 80 }).toBuffer(),
  );

type Part = Record<"left" | "top" | "width" | "height", number>;
type Maker = typeof import("sharp").default;

async function inTurn<T>(make: (sharp: Maker) => Promise<T>): Promise<T> {
  await turn();
  try {
    const { default: sharp } = await import("sharp");
    sharp.concurrency(1);
    sharp.cache(false);
    return await make(sharp);
  } finally {
    done();
  }
}

async function encoded(sharp: Maker, mime: string, picture: Sharp): Promise<Picture> {
  const { data: whole, info } = await (encoders[mime]?.(picture) ?? picture).toBuffer({ resolveWithObject: true });
  const thumb = await sharp(whole, limits)
    .resize(thumbPixels, thumbPixels, { fit: "inside", withoutEnlargement: true })
    .webp({ quality: 78 })
    .toBuffer();
  return { whole, thumb, width: info.width, height: info.height };
}

type Sharp = import("sharp").Sharp;

/** Good enough that nobody sees a second generation. */
const encoders: Readonly<Record<string, (image: Sharp) => Sharp>> = {
  "image/jpeg": (image) => image.jpeg({ quality: 88, mozjpeg: false, progressive: true }),
  "image/png": (image) => image.png({ compressionLevel: 8 }),
  "image/webp": (image) => image.webp({ quality: 88 }),
};

/** A picture's pixels by its first bytes; undefined for what no picture reader understands. */
function pictureSize(head: Uint8Array): { width: number; height: number } | undefined {
  try {
    const { width, height } = imageSize(head);
    return { width, height };
  } catch {
    return undefined;
  }
}

let running = 0;
const waiting: (() => void)[] = [];

async function turn(): Promise<void> {
  if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  else running++;
}

function done(): void {
  const next = waiting.shift();
  if (next) next();
  else running--;
}
