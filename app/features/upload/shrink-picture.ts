/** Of a picture that is sent: its longer side at most, and the quality that it is written with. */
const longest = 3000;
const quality = 0.85;
/** A file of this size is small enough as it is, unless it has more pixels than are shown. */
const smallEnough = 1024 * 1024;

/** Of the small one: as the server makes it. */
const smallLength = 480;

interface Shrunk {
  file: File;
  /** A small picture to show meanwhile: sixty whole ones would fill a phone's memory. Absent where the browser cannot read the file. */
  small?: Blob;
}

/** One after the other: each holds its pixels, some hundred megabytes of a large one. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * A picture as it is worth sending: upright, no longer than 3000 pixels, without what the camera wrote into the file, and never larger than it was.
 * One that is small, or that the browser cannot read, goes as it is.
 */
export function shrinkPicture(file: File): Promise<Shrunk> {
  const shrunk = turn.then(() => shrink(file)).catch((): Shrunk => ({ file }));
  turn = shrunk;
  return shrunk;
}

async function shrink(file: File): Promise<Shrunk> {
  // Decoded and scaled beside the page's own thread, so that it does not stand still.
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
  // Drawn, not handed over: Chromium forgets what is upright when a canvas takes a bitmap's pixels over.
  canvas.getContext("2d")?.drawImage(picture, 0, 0);
  picture.close();
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality));
}

const endings: Record<string, string> = { "image/jpeg": ".jpg", "image/webp": ".webp", "image/png": ".png" };

const nameOf = (file: File, type: string) =>
  type === file.type ? file.name : file.name.replace(/\.\w{1,5}$/, "") + (endings[type] ?? "");
