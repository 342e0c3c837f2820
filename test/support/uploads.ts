import { type UploadScene, upload } from "~/contract/shared/upload";
import type { As } from "./signed-in";

/** Announces a file. */
export const announce = (as: As, scene: UploadScene, size: number, mime: string, more: object = {}) =>
  as(upload.token, { body: { scene, filename: "现场.png", size, mime, ...more } });

/** Sends its bytes to the address that it was given. */
export const put = (as: As, url: string, body: Uint8Array) =>
  as.file(upload.put, { params: { token: url.split("/").at(-1) ?? "" }, body: new Blob([new Uint8Array(body)]) });

export const complete = (as: As, media_id: number) => as(upload.complete, { body: { media_id } });
