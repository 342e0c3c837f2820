import { eq } from "drizzle-orm";
import { special } from "~/server/database/tables/special/special";
import { type Asking, rowsOf } from "~/server/lib/call";
import type { FormShown } from "~/server/resources/special/form-html";
import { modulesHtml } from "~/server/resources/special/html";
import { sizesOf } from "~/server/resources/special/page";
import { readSpecial } from "~/server/resources/special/reading";
import type { ShareRecord } from "./view";

/** The modules of a special page that is shared, without its form: the share has its own. */
export async function modulesOf(
  asking: Asking,
  { special_id }: Pick<ShareRecord, "special_id">,
  form: FormShown,
): Promise<string> {
  const [row] = await rowsOf(asking.db, special, eq(special.id, special_id ?? 0));
  if (!row) return "";
  const reading = { base: "", isPreview: false };
  const page = await readSpecial(asking, row, reading);
  const sizeOf = await sizesOf(asking, row, reading);
  return modulesHtml({ page, form, isSent: false, now: asking.services.now(), sizeOf });
}
