import { createHash } from "node:crypto";
import { fileTypeFromBuffer } from "file-type";
import { type UploadScene, uploadScenes } from "~/contract/shared/upload";
import { media } from "~/server/database/tables/system/system";
import { audit } from "~/server/lib/audit";
import { type Actor, found, refuse, setRow } from "~/server/lib/call";
import { storageOf } from "~/server/lib/media";
import { readSettings } from "~/server/lib/settings";
import { megabyte, refuseKind, refuseProblem } from "../upload";
import { checkFile, writeBytes } from "./check-file";

interface Given {
  scene: UploadScene;
  name: string;
  bytes: Buffer;
  /** The field that a complaint is about. */
  field: string;
  /** The log's line. */
  summary: string;
}

/** Keeps a picture as the product makes them, and answers its number; what nothing shows is swept like any other. Where the call comes to nothing, so does the file. */
export async function keepPicture(actor: Actor, { scene, name, bytes, field, summary }: Given): Promise<number> {
  const { db, user, services } = actor;
  const { mimes, limit, isPrivate } = uploadScenes[scene];
  const { [limit]: megabytes } = await readSettings(db);
  if (bytes.length > megabytes * megabyte) return refuse(41300, { n: megabytes });
  const type = await fileTypeFromBuffer(bytes);
  if (!type || !(mimes as readonly string[]).includes(type.mime)) return refuseKind(type?.mime);
  const storage = storageOf(services, scene);
  const key = await writeBytes(services, scene, bytes, type.mime);
  const kept = [key];
  try {
    const uploader = user === "system" ? null : user.id;
    const [row] = await db
      .insert(media)
      .values({
        ...{ key, kind: "image", mime: type.mime, size: bytes.length, name, scene, uploader, created_by: uploader },
        ...{ sha256: createHash("sha256").update(bytes).digest("hex"), is_private: isPrivate },
      })
      .returning();
    const announced = found(row);
    const outcome = await checkFile(services, announced);
    if ("problem" in outcome) return refuseProblem(outcome.problem, field);
    kept.push(...[outcome.key, outcome.thumb_key].filter((made) => typeof made === "string"));
    await setRow(db, media, announced.id, { ...outcome, status: "ready" });
    const target = { type: "media", id: announced.id, name: announced.name };
    await audit(actor, { module: "upload", action: "create", target, summary });
    if (outcome.key && outcome.key !== key) await storage.remove(key);
    return announced.id;
  } catch (error) {
    await Promise.all(kept.map((made) => storage.remove(made)));
    throw error;
  }
}
