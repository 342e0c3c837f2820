import type { Input } from "~/contract/endpoint";
import { upload as contract, type Media } from "~/contract/shared/upload";
import { call } from "./call";
import { type UploadOptions, upload } from "./upload";

/** Sends a file in one piece: asks for its place, puts it there, and says that it is there. */
export async function uploadWhole(
  bytes: Blob,
  about: Omit<Input<typeof contract.token>["body"], "size">,
  { onProgress, ...options }: UploadOptions = {},
): Promise<Media> {
  const { media_id, upload_url, headers } = await call(
    contract.token,
    { body: { ...about, size: bytes.size } },
    options,
  );
  await upload(contract.put, { url: upload_url, headers, bytes }, { ...options, ...(onProgress && { onProgress }) });
  return call(contract.complete, { body: { media_id } }, options);
}
