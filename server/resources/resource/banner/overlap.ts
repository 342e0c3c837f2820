import { languages } from "~/contract/common";
import type { BannerFields } from "~/contract/resource/banner";

/** When and to which visitors something is shown at one position. */
export type Placed = Pick<BannerFields, "platform" | "countries" | "lang" | "start_at" | "end_at">;

const startOf = ({ start_at }: Placed) => Date.parse(start_at);
const endOf = ({ end_at }: Placed) => (end_at ? Date.parse(end_at) : Number.POSITIVE_INFINITY);

/** Any country that nobody names. */
const elsewhere = "";

const isFor = ({ countries, lang }: Placed, country: string, language: string): boolean =>
  (countries.length === 0 || countries.includes(country)) && (lang === null || lang === language);

const meets = (one: Placed, other: Placed): boolean =>
  one.platform.some((name) => other.platform.includes(name)) &&
  (one.countries.length === 0 ||
    other.countries.length === 0 ||
    one.countries.some((code) => other.countries.includes(code))) &&
  (one.lang === null || other.lang === null || one.lang === other.lang) &&
  startOf(other) < endOf(one) &&
  startOf(one) < endOf(other);

/** Those of the others that somebody sees together with it, from a moment on. */
export const together = <P extends Placed>(one: Placed, others: readonly P[], now: Date): P[] =>
  others.filter((other) => meets(one, other) && Math.min(endOf(one), endOf(other)) > now.getTime());

/** As many as one visitor sees at once at most while they see this one, it among them: on each platform, from each country, in each language, at every moment from now on. */
export function mostAtOnce(one: Placed, others: readonly Placed[], now: Date): number {
  const from = Math.max(startOf(one), now.getTime());
  if (from >= endOf(one)) return 0;
  const beside = together(one, others, now);
  const named = [...new Set(beside.flatMap(({ countries }) => countries)), elsewhere];
  const countries = one.countries.length ? one.countries : named;
  const spoken = one.lang ? [one.lang] : Object.keys(languages);
  const seen = one.platform.flatMap((platform) =>
    countries.flatMap((country) =>
      spoken.map((language) =>
        peak(
          beside.filter((other) => other.platform.includes(platform) && isFor(other, country, language)),
          from,
          endOf(one),
        ),
      ),
    ),
  );
  return 1 + Math.max(0, ...seen);
}

/** How many of these spans hold at the same moment of a stretch at most: their beginnings and ends are gone through in order, ends first, since a span does not hold at its end. */
function peak(spans: readonly Placed[], from: number, to: number): number {
  const steps = spans
    .flatMap((span) => [
      { at: Math.max(startOf(span), from), by: 1 },
      { at: Math.min(endOf(span), to), by: -1 },
    ])
    .sort((a, b) => (a.at === b.at ? a.by - b.by : a.at < b.at ? -1 : 1));
  let [count, most] = [0, 0];
  for (const { by } of steps) {
    count += by;
    most = Math.max(most, count);
  }
  return most;
}
