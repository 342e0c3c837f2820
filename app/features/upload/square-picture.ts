const width = 256;

export async function squarePicture(file: File): Promise<File> {
  try {
    const picture = await createImageBitmap(file);
    const side = Math.min(picture.width, picture.height);
    const canvas = document.createElement("canvas");
    canvas.width = Math.min(side, width);
    canvas.height = canvas.width;
    const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2];
    canvas.getContext("2d")?.drawImage(picture, left, top, side, side, 0, 0, canvas.width, canvas.height);
    picture.close();
    // A browser that does not write WebP makes it a PNG.
    const bytes = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/webp", 0.9));
    return bytes ? new File([bytes], file.name, { type: bytes.type }) : file;
  } catch {
    return file;
  }
}
