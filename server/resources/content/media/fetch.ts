import { fileTypeFromBuffer } from "file-type";
import { uploadScenes } from "~/contract/shared/upload";
import { hostNames } from "~/contract/system/setting";
import { type OwnTransactionCall, refuse, refuseFields } from "~/server/lib/call";
import { getBytesOutward, NotReached } from "~/server/lib/safe-fetch";
import { readSettings } from "~/server/lib/settings";
import { tryLimit } from "~/server/lib/try-limit";
import { megabyte, pictureUrl } from "~/server/resources/shared/upload";
import { keepPicture } from "~/server/resources/shared/upload/keep-picture";

/** An article has dozens of pictures at most. */
const countFetch = tryLimit("picture-fetch", 120);

const wrong = (message: string): never => refuseFields([{ field: "url", label: "图片地址", message }]);

/** Fetches a picture from one of the allowed hosts, without following a redirect, and keeps it as if it had been sent for a text. */
export async function fetchPicture(call: OwnTransactionCall & { body: { url: string } }) {
  const { services, user, body } = call;
  const { "content.picture_hosts": hosts, [uploadScenes.content.limit]: megabytes } = await readSettings(services.db);
  if (!hostNames(hosts).includes(new URL(body.url).host)) return wrong("该站点的图片不在允许取回的范围内");
  await countFetch(services, user.id);
  const most = megabytes * megabyte;
  const { status, bytes } = await getBytesOutward(services, body.url, most).catch((error: unknown) => {
    if (error instanceof NotReached) return wrong(`图片未能取回：${error.message}`);
    throw error;
  });
  if (status !== 200) return wrong(`图片未能取回：对方应答${status}`);
  if (bytes.length > most) return refuse(41300, { n: megabytes });
  const ext = (await fileTypeFromBuffer(bytes))?.ext ?? "";
  const file = { scene: "content", name: `取回的图片.${ext}`, bytes, field: "url", summary: "取回正文图片" } as const;
  const id = await call.transaction((db) => keepPicture({ ...call, db }, file));
  return { id, url: pictureUrl(services, id) };
}
