/** Signs that Unicode counts as formats though they are seen. */
const seen = "\\u0600-\\u0605\\u06DD\\u070F\\u0890\\u0891\\u08E2\\u{110BD}\\u{110CD}";
/** Zero width, direction marks and blanks that nobody sees; joiners and the tags of flags are looked at by themselves. */
const formats = new RegExp(`(?![${seen}\\u200C\\u200D\\u{E0020}-\\u{E007F}])[\\p{Cf}\\u034F\\u3164\\uFFA0]`, "gu");
/** Tags make a flag of the black one alone: England's, Scotland's, Wales'. */
const looseTags = /(?<!\u{1F3F4}[\u{E0020}-\u{E007E}]*)[\u{E0020}-\u{E007F}]/gu;
/** Scripts whose letters change their shape at a joiner. */
const joining = [
  ...["Arabic", "Syriac", "Nko", "Mandaic", "Mongolian", "Manichaean", "Devanagari", "Bengali", "Gurmukhi", "Gujarati"],
  ...["Oriya", "Tamil", "Telugu", "Kannada", "Malayalam", "Sinhala", "Khmer", "Myanmar", "Tibetan"],
]
  .map((script) => `\\p{Script_Extensions=${script}}`)
  .join("");
const picture = "\\p{Extended_Pictographic}";
const looseJoiners = new RegExp(
  `(?<![${joining}])\\u200C|\\u200C(?![${joining}])|(?<![${joining}]|[${picture}\\uFE0F\\p{Emoji_Modifier}](?=\\u200D${picture}))\\u200D`,
  "gu",
);
const plain = /^[\n -~]*$/;

/** A text as it is kept: composed, with plain line breaks, without outer spaces and without what nobody sees, but for joiners where a script or a picture needs them. */
export function tidyText(text: string): string {
  if (plain.test(text)) return text.trim();
  return text
    .replace(/\r\n?/g, "\n")
    .normalize("NFC")
    .replace(formats, "")
    .replace(looseTags, "")
    .replace(looseJoiners, "")
    .trim();
}

/** A text in one width and without hidden characters, its letters as they were typed. */
export const inOneWidth = (text: string): string =>
  text
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .normalize("NFKC")
    .trim();

/** The form of a text that is the same for all texts that look the same, whatever its width, case and hidden characters. */
export const keyOf = (text: string): string => inOneWidth(text).toLowerCase().normalize("NFKC").trim();

/** What a text may not hold: the first such character, by its name. */
export function strangeIn(text: string): string | undefined {
  const [found] = /(?![\n\t])[\p{Cc}\p{Co}]/u.exec(text) ?? [];
  if (found === undefined) return undefined;
  const code = `U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
  return /\p{Co}/u.test(found)
    ? `自造字“${found}”（${code}，专用区字符，常见于生僻字的旧编码，请用输入法重新输入该字，或改用同音字、拼音）`
    : `控制字符（${code}）`;
}

/** Why a field's text is refused that holds such a character. */
export const strangeMessage = (label: string, strange: string): string => `${label}含有不能使用的字符：${strange}`;
