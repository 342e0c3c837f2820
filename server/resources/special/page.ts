import { eq, inArray, sql } from "drizzle-orm";
import type { Language } from "~/contract/common";
import type { PublicSpecial } from "~/contract/special/public-special";
import type { FormField } from "~/contract/special/special";
import { country } from "~/server/database/tables/region/geography";
import { special } from "~/server/database/tables/special/special";
import { media } from "~/server/database/tables/system/system";
import { type Asking, pick } from "~/server/lib/call";
import { stateText } from "~/server/resources/content/kind";
import type { PageOf } from "~/server/resources/content/page";
import { picturesFor, type Reading } from "~/server/resources/content/public";
import { draftedItem } from "~/server/resources/content/write";
import type { FormShown } from "./form-html";
import { bodyHtml, type SizeOf } from "./html";
import { readSpecial } from "./reading";
import { sheet } from "./sheet";
import { modulesInner } from "./special-modules";
import type { Special } from "./view";
import { wordsOf } from "./words";

/** What of a form is the page's own, before anybody has typed. */
type FormState = Pick<FormShown, "action" | "token" | "query" | "values" | "errors" | "message" | "version">;

/** What a form lets choose from. */
export type FormPlaces = Pick<FormShown, "phoneCodes" | "nationalities">;

export const placesOf = (asking: Pick<Asking, "db">, { lang, form, modules }: PublicSpecial): Promise<FormPlaces> =>
  formPlaces(asking, { lang, ...form, fields: modules.some(({ type }) => type === "form") ? form.fields : [] });

/** What a form with these fields lets choose from, in its language. */
export async function formPlaces(
  { db }: Pick<Asking, "db">,
  { lang, fields, kind }: { lang: Language; fields: readonly FormField[]; kind: string },
): Promise<FormPlaces> {
  const isAsked = fields.includes("phone") || (fields.length > 0 && kind === "visa");
  const rows = isAsked ? await countriesOf(db, lang) : [];
  const codes = new Map(rows.flatMap(({ cc, label }) => (cc ? [[cc, label] as const] : [])).reverse());
  return {
    // Of countries that share a code the first one names it.
    phoneCodes: [...codes].reverse().map(([value, label]) => ({ value, label: `+${value} ${label}` })),
    nationalities: rows.map(({ value, label }) => ({ value, label })),
  };
}

export const formOf = (
  { lang, form: { fields, kind, consent, privacy } }: PublicSpecial,
  places: FormPlaces,
  state: FormState,
): FormShown => ({ words: wordsOf(lang), fields, kind, consent, privacy, ...state, ...places });

/** Those that are in use, the open ones first; by their Chinese names, else by the English ones. */
const countriesOf = (db: Asking["db"], lang: Language) =>
  db
    .select({
      value: country.code,
      label: lang.startsWith("zh") ? country.name_zh : country.name_en,
      cc: country.phone_cc,
    })
    .from(country)
    .where(eq(country.status, "enabled"))
    .orderBy(sql`${country.is_open} desc`, country.sort, country.code);

/** How large the pictures of a page are, so that nothing jumps when they come. */
export async function sizesOf({ db, services }: Asking, row: Special, reading: Reading): Promise<SizeOf> {
  const pictureOf = picturesFor(services, reading);
  const named = [row.cover_id, row.cover_mobile_id, ...Object.values(modulesInner.pictures({ ...row }))];
  const ids = [...new Set(named.flatMap((id) => id ?? []))];
  const rows = ids.length ? await pick(db, media, ["id", "width", "height"], inArray(media.id, ids)) : [];
  const byUrl = new Map(
    rows.flatMap(({ id, width, height }) => (width && height ? [[pictureOf(id), { width, height }] as const] : [])),
  );
  return (url) => byUrl.get(url);
}

/** A special page before the public may see it: as it will be, with a form that is not sent. */
export const specialPage: PageOf = async ({ db, services, base }, { id, isDraft }) => {
  const row = await draftedItem(db, { kind: "special", table: special }, { id, isDraft });
  const reading = { base, isPreview: true };
  const page = await readSpecial({ db, services }, row, reading);
  const state = { action: null, token: "", query: "", values: {}, errors: {}, message: null };
  const form = formOf(page, await placesOf({ db }, page), state);
  const sizeOf = await sizesOf({ db, services }, row, reading);
  const now = services.now();
  const body = bodyHtml({ page, form, isSent: false, now, sizeOf });
  return { title: page.seo.title, lang: row.lang, status: stateText(row, isDraft, now), body, sheet };
};
