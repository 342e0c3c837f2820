import { fileTypeFromBuffer } from "file-type";
import { uploadScenes } from "~/contract/shared/upload";
import type { Db } from "~/server/database/database";
import { media } from "~/server/database/tables/system/system";
import { audit } from "~/server/lib/audit";
import { found, refuse, type SignedCall, setRow } from "~/server/lib/call";
import { storageOf } from "~/server/lib/media";
import { readSettings } from "~/server/lib/settings";
import { megabyte, refuseKind, refuseProblem } from "~/server/resources/shared/upload";
import { checkFile, newKey } from "~/server/resources/shared/upload/check-file";

const scene = "chat";
const pictures = uploadScenes.chat.mimes.filter((mime) => mime.startsWith("image/"));
/** Of a picture's beginning, to tell its kind. */
const headBytes = 4_096;

type Taking = Pick<SignedCall, "services" | "origin">;

/** A visitor's picture that has been looked at: `stand` makes it a file that may be shown; then what was sent is dropped, else all of it. */
interface TakenPicture {
  stand(db: Db): Promise<number>;
  dropSent(): Promise<void>;
  dropAll(): Promise<void>;
}

/** Takes a picture as everybody's are taken: held to the limit while it comes, known by its bytes, made anew out of its pixels. What nobody shows is swept. */
export async function takePicture(
  { services, origin }: Taking,
  name: string,
  { body }: Pick<Request, "body">,
): Promise<TakenPicture> {
  const { "upload.image_mb": megabytes } = await readSettings(services.db);
  const storage = storageOf(services, scene);
  const key = newKey(services, scene);
  const stored = body ? await storage.write(key, body, megabytes * megabyte) : undefined;
  if (!stored) return refuse(41300, { n: megabytes });
  const kept = [key];
  const drop = async (keys: readonly string[]) => {
    await Promise.all(keys.map((one) => storage.remove(one)));
  };
  try {
    const type = await fileTypeFromBuffer(found(await storage.head(key, headBytes)));
    const mime = pictures.find((one) => one === type?.mime) ?? refuseKind(type?.mime);
    const [row] = await services.db
      .insert(media)
      .values({ ...stored, ...{ key, kind: "image", mime, name, scene, is_private: true } })
      .returning();
    const announced = found(row);
    const outcome = await checkFile(services, announced);
    if ("problem" in outcome) return refuseProblem(outcome.problem, "picture");
    if (outcome.key) kept.push(outcome.key);
    return {
      async stand(db) {
        await setRow(db, media, announced.id, { ...outcome, status: "ready" });
        const target = { type: "media", id: announced.id, name };
        await audit(
          { db, user: "system", origin, services },
          { module: "upload", action: "create", target, summary: "访客上传咨询图片" },
        );
        return announced.id;
      },
      dropSent: () => drop(outcome.key ? [key] : []),
      dropAll: () => drop(kept),
    };
  } catch (error) {
    await drop(kept);
    throw error;
  }
}
