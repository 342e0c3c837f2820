import { and, eq } from "drizzle-orm";
import { formatPhone } from "~/contract/format";
import type { ShareContent, SharedEstate } from "~/contract/share/share-content";
import type { ShareLanguage } from "~/contract/share/share-kinds";
import { special } from "~/server/database/tables/special/special";
import { type Asking, pick } from "~/server/lib/call";
import { wordsOf as plainTextOf } from "~/server/lib/rich-text/words";
import { inPhase } from "~/server/resources/special/view";
import { wordsOf as formWordsOf } from "~/server/resources/special/words";
import { writerIn } from "./amounts";
import { comparedOf } from "./compared";
import { type EstateRecord, estatesBy, isOnline, picturesBy, placesIn } from "./estates";
import { factsOf } from "./facts";
import { quotedOf } from "./quoted";
import { shareWords } from "./words";
import type { Reader, Subject, Writing } from "./writing";

/** What is shared, in the words of its reader: live facts, at the prices of the snapshot (domain C.7). */
export async function contentOf(asking: Asking, subject: Subject, reader: Reader): Promise<ShareContent> {
  const { db } = asking;
  const { kind, language, note, snapshot } = subject;
  const words = shareWords(language);
  const writing: Writing = { ...asking, subject, reader, words, write: writerIn(language) };
  const page = subject.special_id === null ? null : await specialOf(writing, subject.special_id);
  const asked = kind === "special" && !page ? [] : await estatesBy(db, subject.estate_ids);
  const rows = asked.filter((row) => reader.seesOffline || isOnline(row));
  const isEmpty = kind === "special" ? !page : rows.length === 0;
  const estates = await estatesOf(writing, rows);
  return {
    ...{ kind, language, note, estates },
    title: page?.title ?? titleOf(writing, estates),
    as_of: words.asOf(writing.write.day(snapshot.day)),
    rate: rateOf(writing, rows),
    gone: isEmpty ? words.allGone : rows.length < subject.estate_ids.length ? words.gone : null,
    quote: rows[0] && kind === "quote" ? await quotedOf(writing, rows[0]) : null,
    table: kind === "compare" ? comparedOf(writing, rows) : [],
    special: page && { cover: page.cover, url: page.url },
    consultant: cardOf(writing),
    disclaimer: formWordsOf(language).disclaimer,
  };
}

function titleOf({ subject: { kind }, words }: Writing, estates: readonly SharedEstate[]): string {
  const [first] = estates;
  if (kind === "estates" || kind === "compare") return words.kinds[kind];
  if (kind === "quote") return [words.kinds.quote, first?.name].filter(Boolean).join(" · ");
  return first?.name ?? words.allGone;
}

async function estatesOf(writing: Writing, rows: readonly EstateRecord[]): Promise<SharedEstate[]> {
  const { db, subject, reader, words } = writing;
  const places = await placesIn(db, subject.language, rows);
  const pictures = await picturesBy(db, rows);
  const isAlone = subject.kind === "estate" || subject.kind === "quote";
  return rows.map((row) => {
    const [cover, ...more] = pictures(row.id);
    const name = nameIn(row, subject.language);
    return {
      ...{ id: row.id, name, name_local: row.name_local === name ? null : row.name_local },
      place: places(row.district_id),
      picture: cover === undefined ? null : reader.pictureOf(cover, isAlone ? undefined : "thumb"),
      pictures: isAlone ? more.map((id) => reader.pictureOf(id)) : [],
      notice: row.sale_status === "sold_out" || row.sale_status === "ended" ? words.estateSold : null,
      facts: factsOf(writing, row),
      highlights: row.highlights,
      description: isAlone && row.description ? plainTextOf(row.description) : null,
    };
  });
}

const nameIn = ({ name, name_en, name_local }: EstateRecord, language: ShareLanguage): string =>
  (language === "en" ? name_en : language === "ja" ? name_local : null) ?? name;

/** The rate that the amounts were converted by: one sentence, where all have one currency. */
function rateOf({ subject: { snapshot }, write }: Writing, rows: readonly EstateRecord[]): string | null {
  const shown = snapshot.estates.filter(({ id }) => rows.some((row) => row.id === id));
  const rates = new Map(
    shown.flatMap((one) => (one.other ? [[one.currency, write.rate(one.currency, one.other)]] : [])),
  );
  return rates.size ? [...rates.values()].join("\n") : null;
}

/** A special page; for clients while it is public. */
async function specialOf({ db, services, reader }: Writing, id: number) {
  const shown = reader.seesOffline ? undefined : inPhase("running", services.now());
  const [row] = await pick(db, special, ["title", "slug", "cover_id"], and(eq(special.id, id), shown));
  if (!row) return null;
  const { title, slug, cover_id } = row;
  return { title, url: `/s/${slug}`, cover: cover_id === null ? null : reader.pictureOf(cover_id) };
}

function cardOf({
  subject,
  reader: { consultant, pictureOf },
  words: { labels },
}: Writing): ShareContent["consultant"] {
  if (!consultant) return null;
  const { name, phone_cc, phone, avatar_id } = consultant;
  // Abroad a number is nothing without its country.
  const number = phone && (subject.language === "zh" ? formatPhone(phone, phone_cc) : `+${phone_cc} ${phone}`);
  return {
    ...{ label: labels.consultant, name },
    avatar: avatar_id === null ? null : pictureOf(avatar_id, "thumb"),
    phone: number ? { label: labels.phone, value: number } : null,
  };
}
