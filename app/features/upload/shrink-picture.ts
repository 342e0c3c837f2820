/** For a picture to send: the maximum of its longer side, and its quality. */
const longest = 3000;
const quality = 0.85;
const smallEnough = 1024 * 1024;

const smallLength = 480;

interface Shrunk {
  file: File;
  /** A small picture to show meanwhile: sixty full ones would fill a phone's memory. Absent if the browser cannot read the file. */
  small?: Blob;
}

/** One after the other: each needs its pixels, some hundred megabytes for a large one. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * Prepares a picture for sending: upright, at most 3000 pixels long, without the camera's metadata, and never larger than before.
 * A small one, or one that the browser cannot read, stays as it is.
 */
export function shrinkPicture(file: File): Promise<Shrunk> {
  const shrunk = turn.then(() => shrink(file)).catch((): Shrunk => ({ file }));
  turn = shrunk;
  return shrunk;
}

async function shrink(file: File): Promise<Shrunk> {
  // Decoded and scaled outside the main thread, so that the page does not freeze.
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  const type = file.type === "image/jpeg" ? file.type : "image/webp";
  const small = (await written(await scaled(picture, smallLength), type)) ?? undefined;
  const isLong = Math.max(picture.width, picture.height) > longest;
  const isWorthIt = isLong || file.size > smallEnough;
  const bytes = isWorthIt ? await written(isLong ? await scaled(picture, longest) : picture, type) : null;
  picture.close();
  if (!bytes || bytes.size >= file.size) return { file, small };
  return { file: new File([bytes], nameOf(file, bytes.type), { type: bytes.type }), small };
}

function scaled(picture: ImageBitmap, length: number): Promise<ImageBitmap> {
  const by = Math.min(1, length / Math.max(picture.width, picture.height));
  const [resizeWidth, resizeHeight] = [picture.width, picture.height].map((side) => Math.max(1, Math.round(side * by)));
  return createImageBitmap(picture, { resizeWidth, resizeHeight, resizeQuality: "high" });
}

/** The picture's bytes. A browser that does not write WebP makes it a PNG. */
function written(picture: ImageBitmap, type: string): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = picture.width;
  canvas.height = picture.height;
  // Drawn, not transferred: Chromium loses the orientation when a canvas takes over a bitmap's pixels.
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
  picture.close();
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality));
}

const endings: Record<string, string> = { "image/jpeg": ".jpg", "image/webp": ".webp", "image/png": ".png" };

const nameOf = (file: File, type: string) =>
  type === file.type ? file.name : file.name.replace(/\.\w{1,5}$/, "") + (endings[type] ?? "");
