import { createHash } from "node:crypto";
import { fileTypeFromBuffer } from "file-type";
import { uploadIntake as contract, type FileIntake, uploadScenes } from "~/contract/shared/upload";
import { media } from "~/server/database/tables/system/system";
import { audit } from "~/server/lib/audit";
import { found, refuse, setRow } from "~/server/lib/call";
import { storageOf } from "~/server/lib/media";
import { readSettings } from "~/server/lib/settings";
import { sentFile, serveSigned, type Taking, takeOnce } from "./intake";
import { megabyte, refuseKind, refuseProblem } from "./upload";
import { checkFile, newKey } from "./upload/check-file";

export const uploadIntakeHandlers = [
  serveSigned(contract.file, (taking, body) =>
    takeOnce(taking, { kind: sentFile, external_id: body.external_id, content: body }, () => keepPicture(taking, body)),
  ),
];

/** Keeps a picture as the product makes them; what nothing shows is swept like any other. Where the call comes to nothing, so does the file. */
async function keepPicture({ db, services, source, origin }: Taking, body: FileIntake): Promise<number> {
  const { label, mimes, limit, isPrivate } = uploadScenes[body.scene];
  const bytes = Buffer.from(body.content, "base64");
  const { [limit]: megabytes } = await readSettings(db);
  if (bytes.length > megabytes * megabyte) return refuse(41300, { n: megabytes });
  const type = await fileTypeFromBuffer(bytes);
  if (!type || !(mimes as readonly string[]).includes(type.mime)) return refuseKind(type?.mime);
  const storage = storageOf(services, body.scene);
  const key = newKey(services, body.scene);
  await storage.write(key, new Blob([new Uint8Array(bytes)]).stream(), bytes.length, type.mime);
  const kept = [key];
  try {
    const [row] = await db
      .insert(media)
      .values({
        ...{ key, kind: "image", mime: type.mime, size: bytes.length, name: body.filename, scene: body.scene },
        ...{ sha256: createHash("sha256").update(bytes).digest("hex"), is_private: isPrivate },
      })
      .returning();
    const announced = found(row);
    const outcome = await checkFile(services, announced);
    if ("problem" in outcome) return refuseProblem(outcome.problem, "content");
    kept.push(...[outcome.key, outcome.thumb_key].filter((made) => typeof made === "string"));
    await setRow(db, media, announced.id, { ...outcome, status: "ready" });
    await audit(
      { db, user: "system", origin, services },
      {
        module: "upload",
        action: "create",
        target: { type: "media", id: announced.id, name: announced.name },
        summary: `接入${label}（来自${source}）`,
      },
    );
    if (outcome.key && outcome.key !== key) await storage.remove(key);
    return announced.id;
  } catch (error) {
    await Promise.all(kept.map((made) => storage.remove(made)));
    throw error;
  }
}
