import { escapeHtml, textOf } from "../content/rich-text";
import type { NotificationChannel } from "./notification-kinds";

/** Letters of one text message; a longer one is paid for as several of `smsPart` letters. */
export const smsLetters = 70;
export const smsPart = 67;
/** As much as telephones show of a push, and WeCom of a card. */
const pushLetters = 120;
const cardLetters = 250;

export interface Notice {
  title: string;
  summary: string | null;
  content: string;
  link_url: string | null;
}

/** What stands for the reader's name in title, summary and content. */
export const nameMark = "{姓名}";

export const isNamed = ({ title, summary, content }: Pick<Notice, "title" | "summary" | "content">): boolean =>
  [title, summary ?? "", content].some((text) => text.includes(nameMark));

/** A rich text with the reader's name. Attributes, such as addresses, stay as they are. */
export const nameInHtml = (html: string, name: string): string =>
  html.replace(/<[^>]*>|\{姓名\}/g, (part) => (part === nameMark ? escapeHtml(name) : part));

/** A notice as one reader gets it; somebody without a name is called as it says. */
export function forReader<T extends Pick<Notice, "title" | "summary" | "content">>(
  notice: T & { name_fallback: string },
  name: string | null,
): T {
  const called = name?.trim() || notice.name_fallback;
  const { title, summary, content } = notice;
  return {
    ...notice,
    title: title.replaceAll(nameMark, () => called),
    summary: summary === null ? null : summary.replaceAll(nameMark, () => called),
    content: nameInHtml(content, called),
  };
}

export interface ChannelText {
  title: string;
  /** Plain text; `inbox` and `email` have the rich text as well. */
  text: string;
  html: string | null;
  link: string | null;
  /** Of a text message: its letters, and as how many it is paid for. */
  letters: number;
  parts: number;
}

/** What a channel's readers will see: the preview and what is sent are this. */
export function channelText(channel: NotificationChannel, { title, summary, content, link_url }: Notice): ChannelText {
  const words = textOf(content);
  const short = summary ?? oneLine(words);
  const text = {
    inbox: words,
    email: words,
    push: cut(short, pushLetters),
    wecom: cut(short, cardLetters),
    sms: `【${title}】${cut(short, 2 * smsPart)}${link_url ? ` ${link_url}` : ""}`,
  }[channel];
  const letters = [...text].length;
  return {
    ...{ title, text, letters, link: link_url },
    html: channel === "inbox" || channel === "email" ? content : null,
    parts: channel !== "sms" || letters <= smsLetters ? 1 : Math.ceil(letters / smsPart),
  };
}

const oneLine = (text: string) => text.replace(/\s+/g, " ").trim();

function cut(text: string, most: number): string {
  const letters = [...text];
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join("")}…`;
}
