import { imageSize } from "image-size";

/** Longest side of a picture that is taken, in pixels. */
export const maxPixels = 8000;
/** Longest side of a small picture. */
const thumbPixels = 480;
/** A large picture takes 200 MB while it is read. */
const atOnce = 2;
const secondsEach = 20;

export interface Picture {
  whole: Buffer;
  thumb: Buffer;
  width: number;
  height: number;
}

/** A picture made anew out of its pixels, and a small one: nothing else of the file is left. "broken": unreadable. Only so many at once. */
export async function remakePicture(mime: string, read: () => Promise<Uint8Array>) {
  await turn();
  try {
    const { default: sharp } = await import("sharp");
    sharp.concurrency(1);
    sharp.cache(false);
    const bytes = await read();
    const size = pictureSize(bytes);
    if (!size) return "broken";
    if (Math.max(size.width, size.height) > maxPixels) return "pixels";
    // What libvips says has no codes; of our own nothing can fail here.
    return await remake(sharp, mime, bytes).catch(() => "broken" as const);
  } finally {
    done();
  }
}

async function remake(sharp: typeof import("sharp").default, mime: string, bytes: Uint8Array): Promise<Picture> {
  const limits = { limitInputPixels: maxPixels ** 2, failOn: "error" as const };
  const upright = sharp(bytes, limits).timeout({ seconds: secondsEach }).autoOrient();
  const encoded = encoders[mime]?.(upright) ?? upright;
  const { data: whole, info } = await encoded.toBuffer({ resolveWithObject: true });
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
