import { and, inArray } from "drizzle-orm";
import { fewestVisitors, type SpecialStats } from "~/contract/special/special";
import type { Db } from "~/server/database/database";
import { special } from "~/server/database/tables/special/special";
import { rowsOf } from "~/server/lib/call";
import { dayOf } from "~/server/lib/list";
import type { Services } from "~/server/lib/services";
import { isPublic } from "~/server/resources/shared/content-visits";
import { hashVisitor, visitKey } from "~/server/resources/shared/visitor-hash";
import { conversionOf, phaseAt, type Special } from "./view";

/** A compared page and the pages that it is compared with, as far as visitors may see them now; all at the page's address. */
async function versionsOf({ db, now }: Pick<Services, "db" | "now">, page: Special): Promise<Special[]> {
  if (page.variant_ids.length === 0) return [page];
  const at = now();
  const rows = await rowsOf(db, special, and(inArray(special.id, page.variant_ids), isPublic(special, at)));
  const running = rows.filter((row) => phaseAt(row, at) === "running").sort((a, b) => a.id - b.id);
  return [page, ...running.map((row) => ({ ...row, slug: page.slug }))];
}

/** The version that a visitor sees: the same all day. Nothing is kept of the choice. */
export async function versionFor(services: Services, page: Special, visitor: readonly string[]): Promise<Special> {
  const versions = await versionsOf(services, page);
  if (versions.length === 1) return page;
  const hash = hashVisitor(await visitKey(services, dayOf(services.now())), `version ${page.id}`, ...visitor);
  return versions[Buffer.from(hash, "base64url").readUInt32BE() % versions.length] ?? page;
}

/** The version whose form was sent; the page itself where that has ended. */
export async function versionSent(services: Services, page: Special, id: number): Promise<Special> {
  return (await versionsOf(services, page)).find((row) => row.id === id) ?? page;
}

type Total = SpecialStats["total"];

/** What each version has brought; of few visitors a rate says nothing. */
export async function versionFigures(
  db: Db,
  page: Special,
  totalOf: (id: number) => Promise<Total>,
): Promise<SpecialStats["versions"]> {
  if (page.variant_ids.length === 0) return [];
  const rows = await rowsOf(db, special, inArray(special.id, page.variant_ids));
  const versions: SpecialStats["versions"] = [];
  for (const { id, name } of [page, ...rows]) {
    const { uv: visitors, inquiries } = await totalOf(id);
    const conversion = visitors < fewestVisitors ? null : conversionOf(inquiries, visitors);
    versions.push({ id, name, visitors, inquiries, conversion });
  }
  return versions;
}
