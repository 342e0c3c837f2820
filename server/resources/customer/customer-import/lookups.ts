import { and, eq, isNull } from "drizzle-orm";
import { levelNotes, levels } from "~/contract/customer/customer-record";
import { metaOf } from "~/contract/field";
import { dictionaryScenes, type Scene } from "~/contract/shared/option";
import { country, currency } from "~/server/database/tables/region/geography";
import { user } from "~/server/database/tables/system/system";
import { holdsCode, inScope } from "~/server/identity/scope";
import { pick, type SignedCall } from "~/server/lib/call";
import { dictionaryOptions } from "~/server/lib/option-values";
import { offeredNumbers } from "~/server/resources/shared/estates";
import { matchKey } from "~/server/resources/shared/import/values";
import { type ImportField, ImportRow, importFields } from "./columns";

/** What people write → the value. */
type Lexicon = ReadonlyMap<string, string>;

/** Everything that the words of a file are looked up in, read once for the whole file. */
export interface Lookups {
  /** By field, for fields with a fixed set of values. */
  choices: ReadonlyMap<ImportField, Lexicon>;
  /** Users who can own customers, by name and by e-mail; "several" where users share a name. */
  owners: ReadonlyMap<string, number | "several">;
  /** Currencies without cents. */
  wholeCurrencies: ReadonlySet<string>;
}

/** `named` are the columns of the file: there may be many estates, which are read only for a file that names some. */
export async function readLookups(call: SignedCall, named: readonly unknown[]): Promise<Lookups> {
  const byScene = await labelsByScene(call);
  if (named.includes("intent_estate_ids")) {
    const estates = await offeredNumbers(call.db);
    byScene.set("estates", new Map(estates.map((one) => [matchKey(one.estate_no), String(one.id)])));
  }
  const choices = new Map<ImportField, Lexicon>();
  for (const name of importFields) {
    const { options, scene } = metaOf(ImportRow.shape[name]);
    const named = options && (options === levels ? levelSpellings : Object.entries(options));
    const offered = named ? lexicon(named) : scene && byScene.get(scene);
    if (offered) choices.set(name, offered);
  }
  const currencies = await call.db.select({ code: currency.code, digits: currency.digits }).from(currency);
  const wholeCurrencies = new Set(currencies.filter(({ digits }) => digits === 0).map(({ code }) => code));
  return { choices, owners: await readOwners(call), wholeCurrencies };
}

/** By code and by each of its names; the first entry wins. */
function lexicon(entries: Iterable<readonly [value: string, ...names: (string | null)[]]>): Lexicon {
  const words = new Map<string, string>();
  for (const entry of entries)
    for (const word of entry) if (word && !words.has(matchKey(word))) words.set(matchKey(word), entry[0]);
  return words;
}

/** A level is A 高意向; people leave the letter out, and older files have the time after it. */
const levelSpellings = Object.entries(levels).map(([level, label]) => {
  const names = [label, label.slice(level.length)];
  return [level, ...names, ...names.map((name) => `${name}(${levelNotes[level]})`)] as const;
});

async function labelsByScene({ db }: SignedCall): Promise<Map<Scene, Lexicon>> {
  const words = new Map<Scene, Lexicon>();
  const offered = await dictionaryOptions(db, Object.keys(dictionaryScenes));
  for (const [scene, options] of Object.entries(offered)) {
    const enabled = options.filter(({ disabled }) => !disabled);
    // The scenes asked for are the keys of dictionaryScenes.
    words.set(scene as Scene, lexicon(enabled.map(({ value, label }) => [String(value), label] as const)));
  }
  words.set("tags", words.get("customer_tag") ?? new Map());
  const countries = await db.select().from(country).where(eq(country.status, "enabled"));
  words.set("countries", lexicon(countries.map((one) => [one.code, one.name_zh, one.name_en] as const)));
  const codes = countries.flatMap(({ phone_cc }) => (phone_cc ? [phone_cc] : []));
  words.set("phone_codes", lexicon(codes.map((code) => [code, `+${code}`, `00${code}`] as const)));
  const currencies = await db.select().from(currency).where(eq(currency.status, "enabled"));
  words.set(
    "currencies",
    lexicon(currencies.map((one) => [one.code, one.name_zh, `${one.name_zh}${one.code}`] as const)),
  );
  return words;
}

/** Users that a customer may be assigned to: active sellers who take customers, inside the caller's scope. */
async function readOwners({ db, user: caller }: SignedCall): Promise<Lookups["owners"]> {
  const owners = new Map<string, number | "several">();
  if (!caller.permissions.has("customer:info:assign")) return owners;
  const people = await pick(
    db,
    user,
    ["id", "name", "email"],
    and(
      eq(user.status, "enabled"),
      isNull(user.deleted_at),
      eq(user.accept_inquiry, true),
      holdsCode(user.id, "customer:pool:claim"),
      inScope(user.id, caller, "customer"),
    ),
  );
  for (const { id, name, email } of people) {
    if (email) owners.set(matchKey(email), id);
    owners.set(matchKey(name), owners.has(matchKey(name)) ? "several" : id);
  }
  return owners;
}
