/** A cover is no larger than this. */
const longest = 1920;

/** What a film shows at this moment, as a picture; undefined where the browser cannot say: it decodes nothing, or the film is another site's. */
export async function frameOf(film: HTMLVideoElement): Promise<File | undefined> {
  const { videoWidth, videoHeight } = film;
  if (!videoWidth || !videoHeight) return undefined;
  const scale = Math.min(1, longest / Math.max(videoWidth, videoHeight));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  try {
    canvas.getContext("2d")?.drawImage(film, 0, 0, canvas.width, canvas.height);
    const bytes = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.88));
    return bytes ? new File([bytes], "cover.jpg", { type: "image/jpeg" }) : undefined;
  } catch {
    return undefined;
  }
}
