import type { ShareContent, SharedEstate } from "~/contract/share/share-content";
import { shareWords } from "./words";
import type { Label } from "./words/share-words";

type Fact = SharedEstate["facts"][number];

/** What a chat says of an estate, in this order. */
const told = ["station", "price", "otherPrice", "layout", "area", "completion"] as const satisfies Label[];

/** What is shared in some lines for a chat; with its address as the last of them. */
export function chatText(content: ShareContent, url?: string): string {
  const { language, note, estates, quote, title, kind } = content;
  const { labels } = shareWords(language);
  const line = ({ label, value }: Fact) => `${label}${language === "en" ? ": " : "："}${value}`;
  const chosen = (facts: readonly Fact[]) =>
    told.flatMap((name) => facts.find(({ label }) => label === labels[name]) ?? []).map(line);
  const blocks = estates.map(({ name, name_local, place, facts, notice }) => [
    name_local ? (language === "en" ? `${name} (${name_local})` : `${name}（${name_local}）`) : name,
    ...(place ? [line({ label: labels.place, value: place })] : []),
    ...chosen(facts),
    ...(notice ? [notice] : []),
  ]);
  const quoted = quote ? [[...quote.facts, quote.valid_until].map(line)] : [];
  const head = kind === "estate" ? [] : [[title]];
  return [...(note ? [[note]] : []), ...head, ...blocks, ...quoted, ...(url ? [[url]] : [])]
    .map((lines) => lines.join("\n"))
    .join("\n\n");
}
