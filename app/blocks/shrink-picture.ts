/** Of a picture that is sent: its longer side at most, and the quality that it is written with. */
const longest = 3000;
const quality = 0.85;
/** A file of this size is small enough as it is, unless it has more pixels than are shown. */
const smallEnough = 1024 * 1024;

/** One after the other: each holds its pixels, some hundred megabytes of a large one. */
let turn: Promise<unknown> = Promise.resolve();

/**
 * A picture as it is worth sending: upright, no longer than 3000 pixels, without what the camera wrote into the file, and never larger than it was.
 * One that is small, or that the browser cannot read, goes as it is.
 */
export function shrinkPicture(file: File): Promise<File> {
  const shrunk = turn.then(() => shrink(file)).catch(() => file);
  turn = shrunk;
  return shrunk;
}

async function shrink(file: File): Promise<File> {
  // Decoded and scaled beside the page's own thread, so that it does not stand still.
  const picture = await createImageBitmap(file, { imageOrientation: "from-image" });
  const { width, height } = sizeOf(picture);
  const isLong = width < picture.width;
  if (!isLong && file.size <= smallEnough) {
    picture.close();
    return file;
  }
  const scaled = isLong
    ? await createImageBitmap(picture, { resizeWidth: width, resizeHeight: height, resizeQuality: "high" })
    : picture;
  if (scaled !== picture) picture.close();
  const bytes = await written(scaled, file.type === "image/jpeg" ? "image/jpeg" : "image/webp");
  return bytes && bytes.size < file.size ? new File([bytes], nameOf(file, bytes.type), { type: bytes.type }) : file;
}

function sizeOf({ width, height }: ImageBitmap): { width: number; height: number } {
  const by = Math.min(1, longest / Math.max(width, height));
  return { width: Math.round(width * by), height: Math.round(height * by) };
}

/** A browser that does not write WebP makes it a PNG. */
function written(picture: ImageBitmap, type: string): Promise<Blob | null> {
  const canvas = document.createElement("canvas");
  canvas.width = picture.width;
  canvas.height = picture.height;
  // Takes the pixels over instead of drawing them.
  canvas.getContext("bitmaprenderer")?.transferFromImageBitmap(picture);
  return new Promise((resolve) => canvas.toBlob(resolve, type, quality));
}

const endings: Record<string, string> = { "image/jpeg": ".jpg", "image/webp": ".webp", "image/png": ".png" };

const nameOf = (file: File, type: string) =>
  type === file.type ? file.name : file.name.replace(/\.\w{1,5}$/, "") + (endings[type] ?? "");
