import { type ContentKind, contentCodes } from "~/contract/content/content-kinds";
import { isoInstant } from "~/server/database/tables/columns";
import { refuse } from "~/server/lib/refusal";
import type { Services } from "~/server/lib/services";
import { readName, signName } from "~/server/lib/signed-name";

const previewHours = 24;
const hour = 3_600_000;

/** One piece, or the draft copy of it. */
export interface Previewed {
  kind: ContentKind;
  id: number;
  isDraft: boolean;
}

/** The address under which a piece can be looked at before the public may, for a day. */
export function previewLink(services: Services, kind: ContentKind, id: number, isDraft: boolean) {
  const ends = services.now().getTime() + previewHours * hour;
  const token = signName(services, "preview", [kind, id, isDraft ? "draft" : "live"], ends);
  return { url: `/p/${token}`, expires_at: isoInstant(ends) };
}

/** What a token shows; ends the request with 40400 where it is none, or not any more. */
export function readPreview(services: Services, token: string): Previewed {
  const [kind = "", id, which] = readName(services, "preview", token) ?? refuse(40400);
  // As it was signed above.
  return Object.hasOwn(contentCodes, kind)
    ? { kind: kind as ContentKind, id: Number(id), isDraft: which === "draft" }
    : refuse(40400);
}
