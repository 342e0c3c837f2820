const longestSide = 1_600;
/** Bytes that a picture may have to be sent as it is. */
const small = 400 * 1024;

/** A picture as it is sent: small enough for a telephone's line, and for this browser to keep until it has been sent. Undefined where it cannot be opened. */
export async function shrunk(file: Blob): Promise<string | undefined> {
  const source = await dataUrl(file);
  const image = new Image();
  const isOpened = await new Promise<boolean>((resolve) => {
    image.onload = () => resolve(true);
    image.onerror = () => resolve(false);
    image.src = source;
  });
  if (!isOpened) return undefined;
  const ratio = longestSide / Math.max(image.naturalWidth, image.naturalHeight);
  if (ratio >= 1 && file.size <= small) return source;
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(image.naturalWidth * Math.min(1, ratio));
  canvas.height = Math.round(image.naturalHeight * Math.min(1, ratio));
  const drawing = canvas.getContext("2d");
  if (!drawing) return source;
  // What was transparent is white in a JPEG, not black.
  drawing.fillStyle = "#fff";
  drawing.fillRect(0, 0, canvas.width, canvas.height);
  drawing.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/jpeg", 0.85);
}

const dataUrl = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

export function blobOf(source: string): Blob {
  const [head = "", body = ""] = source.split(",");
  const bytes = Uint8Array.from(atob(body), (letter) => letter.charCodeAt(0));
  return new Blob([bytes], { type: /:(.*?);/.exec(head)?.[1] || "" });
}
