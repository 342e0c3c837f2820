import { chatSystemTexts } from "~/contract/inquiry/chat-texts";
import type { Language, Say } from "../texts";
import type { Conversation, Outgoing } from "./conversation";
import { h, linked } from "./dom";
import type { ChatCard, ChatMessage, ChatSystemCode } from "./wire";

const nearEnd = 80;

/** The messages, sent and waiting, in one list; each is in it once, under its number. */
export function messageList(conversation: Conversation, say: Say, language: Language) {
  const greeting = h("p", { class: "line" });
  const greetingRow = bubble("staff", greeting);
  const element = h("div", { class: "log", role: "log", tabindex: "0", "aria-label": say("log") }, greetingRow);
  const shown = new Map<string, { row: HTMLElement; foot: HTMLElement }>();
  let big: HTMLElement | undefined;

  function bubble(side: string, ...children: Node[]): HTMLElement {
    return h(
      "div",
      { class: `row ${side}` },
      h(
        "div",
        { class: "bubble" },
        h("span", { class: "who" }, say(side === "visitor" ? "you" : "staff")),
        ...children,
      ),
    );
  }

  const timeOf = (at: string) => {
    const date = new Date(at);
    const isToday = date.toDateString() === new Date().toDateString();
    const clock = { hour: "2-digit", minute: "2-digit" } as const;
    return isToday
      ? date.toLocaleTimeString(language, clock)
      : date.toLocaleString(language, { month: "numeric", day: "numeric", ...clock });
  };

  function bodyOf({ sender, type, content, file, card }: ChatMessage): Node {
    if (type === "image" && file) return pictureOf(file.url);
    if (type === "file" && file)
      return h(
        "a",
        { class: "file", href: file.url, download: file.name, "aria-label": `${say("file")} ${file.name}` },
        file.name,
        h("small", {}, ` ${Math.max(1, Math.round(file.size / 1024))} KB`),
      );
    if (type === "estate_card") return card ? cardOf(card) : h("p", { class: "line" }, say("estateGone"));
    const text = (sender === "system" ? wordOf(content as ChatSystemCode) : content) || "";
    return h("p", { class: "line" }, linked(text));
  }

  function wordOf(code: ChatSystemCode): string | undefined {
    const texts: { visitor?: string } & Partial<Record<Language, string>> = chatSystemTexts[code] || {};
    return (language === "zh" && texts.visitor) || texts[language];
  }

  function cardOf({ name, name_local, name_en, place, currency, price_min, price_max, cover, url }: ChatCard): Node {
    const price = [price_min, price_max].flatMap((one) => (one === null ? [] : [moneyOf(one, currency)]));
    const inner = [
      cover && h("img", { src: cover, alt: "", loading: "lazy" }),
      h("strong", {}, (language === "en" && name_en) || (language === "ja" && name_local) || name),
      place && h("span", {}, place),
      price.length > 0 && h("span", { class: "price" }, [...new Set(price)].join(" – ")),
    ] as const;
    return url
      ? h("a", { class: "card", href: url, target: "_blank", rel: "noopener" }, ...inner)
      : h("div", { class: "card" }, ...inner);
  }

  function moneyOf(amount: string, currency: string): string {
    const whole = { style: "currency", currency, maximumFractionDigits: 0, minimumFractionDigits: 0 } as const;
    return new Intl.NumberFormat(language, whole).format(Number(amount));
  }

  function pictureOf(source: string): Node {
    const image = h("img", { src: source, alt: say("pictureOf"), onload: () => stay() });
    const button = h(
      "button",
      { type: "button", class: "picture", "aria-label": say("enlarge"), onclick: () => enlarge(button) },
      image,
    );
    return button;
  }

  function enlarge(button: HTMLElement): void {
    if (shrink()) return;
    big = button;
    button.classList.add("big");
    button.setAttribute("aria-label", say("shrink"));
  }

  function shrink(): boolean {
    const was = big;
    big = undefined;
    was?.classList.remove("big");
    was?.setAttribute("aria-label", say("enlarge"));
    return was !== undefined;
  }

  let follows = true;
  element.addEventListener("scroll", () => {
    follows = element.scrollHeight - element.scrollTop - element.clientHeight < nearEnd;
  });
  function stay(): void {
    if (follows) element.scrollTop = element.scrollHeight;
  }

  function put(key: string, make: () => HTMLElement): HTMLElement {
    const known = shown.get(key);
    if (known) return known.foot;
    const row = make();
    const foot = h("small", {});
    (row.querySelector(".bubble") || row).append(foot);
    shown.set(key, { row, foot });
    return foot;
  }

  function footOf(one: Outgoing, foot: HTMLElement): void {
    const text = one.refusal ? say("failed") : say("sending");
    if (foot.dataset.text === text) return;
    foot.dataset.text = text;
    foot.textContent = text;
    if (!one.refusal) return;
    const reason = ({ 41300: "tooLarge", 41500: "wrongFile", 40918: "refused" } as const)[one.refusal as 41300];
    if (reason) foot.append(`: ${say(reason)}`);
    foot.append(
      h("button", { type: "button", class: "quiet", onclick: () => conversation.again(one) }, say("retry")),
      h("button", { type: "button", class: "quiet", onclick: () => conversation.forget(one) }, say("remove")),
    );
  }

  function draw(): void {
    const words = conversation.greeting;
    greetingRow.hidden = !words;
    if (greeting.textContent !== words) greeting.textContent = words;
    const keys: string[] = [];
    for (const message of conversation.messages) {
      const { id, sender, client_msg_id } = message;
      const key = (sender === "visitor" && client_msg_id) || String(id);
      keys.push(key);
      const foot = put(key, () =>
        sender === "system" ? h("div", { class: "row system" }, bodyOf(message)) : bubble(sender, bodyOf(message)),
      );
      const time = timeOf(message.at);
      if (foot.dataset.text !== time) foot.textContent = foot.dataset.text = time;
    }
    for (const one of conversation.outgoing) {
      keys.push(one.client_msg_id);
      footOf(
        one,
        put(one.client_msg_id, () =>
          bubble(
            "visitor",
            one.picture ? pictureOf(one.picture) : h("p", { class: "line" }, linked(one.content || "")),
          ),
        ),
      );
    }
    const kept = new Set(keys);
    for (const [key, { row }] of shown)
      if (!kept.has(key)) {
        row.remove();
        shown.delete(key);
      }
    // Moved only if its place has changed: a screen reader reads aloud what is new.
    let after: Element = element.children[0] as Element;
    for (const key of keys) {
      const row = shown.get(key)?.row as HTMLElement;
      if (after.nextElementSibling !== row) after.after(row);
      after = row;
    }
    stay();
  }

  return {
    element,
    draw,
    shrink,
    toEnd() {
      follows = true;
      stay();
    },
  };
}
