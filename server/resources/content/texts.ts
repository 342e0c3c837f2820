import type { z } from "zod";
import type { FieldError } from "~/contract/errors";
import { labelOf } from "~/contract/field";
import type { Database, Transaction } from "~/server/database/database";
import type { Services } from "~/server/lib/services";
import { cleanTexts, shownPictures } from "~/server/resources/shared/rich-texts";
import type { Kind, Values } from "./kind";

type Db = Database | Transaction;
interface Asking {
  db: Db;
  services: Services;
}
/** What of a record holds texts and pictures: a kind of content, or a record of another area. */
type Pictured = Pick<Kind, "rich" | "pictures"> & { fields: z.ZodObject };

/** The values of a form with their texts made safe, and the files that they show. */
export async function cleanValues(
  asking: Asking,
  kind: Pick<Pictured, "rich" | "pictures">,
  values: Values,
): Promise<{ values: Values; mediaIds: number[] }> {
  const { texts, shown } = await cleanTexts(asking, kind.rich, values);
  const after = { ...values, ...texts };
  const pictures = kind.pictures.flatMap((name) => (typeof after[name] === "number" ? [after[name]] : []));
  return { values: after, mediaIds: [...new Set([...shown, ...pictures])] };
}

/** Complaints about pictures that are not there for everybody to see; what the record had before may stay. */
export async function pictureErrors(db: Db, kind: Pictured, values: Values, before: Values): Promise<FieldError[]> {
  const named = kind.pictures.flatMap((name) => {
    const id = values[name];
    return typeof id === "number" && id !== before[name] ? [{ name, id }] : [];
  });
  const shown = await shownPictures(
    db,
    named.map(({ id }) => id),
  );
  return named
    .filter(({ id }) => !shown.has(id))
    .map(({ name }) => ({
      field: name,
      label: labelOf(kind.fields.shape[name], name),
      message: "图片不存在或未上传完成，请重新上传",
    }));
}
