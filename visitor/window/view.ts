import { inkOn } from "../ink";
import type { Language, Say } from "../texts";
import { Failure } from "./api";
import { contactForm } from "./contact-form";
import type { Conversation } from "./conversation";
import { h, sign } from "./dom";
import { read, write } from "./keep";
import { messageList } from "./message-list";
import { shrunk } from "./shrink";

const longestText = 2_000;
const pictures = ["image/jpeg", "image/png", "image/webp"];
const signs = {
  close: "M6 9l6 6 6-6",
  picture: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.01",
  send: "M4 12l16-8-6 16-3-7z",
};

interface Shown {
  conversation: Conversation;
  say: Say;
  language: Language;
  color: string | undefined;
  close: (() => void) | undefined;
}

export function makeView({ conversation, say, language, color, close }: Shown) {
  if (color) {
    const { style } = document.documentElement;
    style.setProperty("--act", color);
    style.setProperty("--act-ink", inkOn(color));
  }
  const status = h("span", { class: "status" });
  const notice = h("p", { class: "notice", role: "status" });
  const list = messageList(conversation, say, language);
  const form = contactForm(conversation, say, () => tell(say("contactKept")));
  const field = h("textarea", {
    rows: "1",
    maxlength: String(longestText),
    "aria-label": say("message"),
    placeholder: say("message"),
    oninput: () => keepDraft(),
    onkeydown: (event: KeyboardEvent) => pressed(event),
    onpaste: (event: ClipboardEvent) => void take(event, event.clipboardData),
  });
  const chosen = h("input", {
    type: "file",
    accept: pictures.join(),
    hidden: true,
    onchange: () => void takeFiles(chosen.files).then(() => (chosen.value = "")),
  });
  const endButton = h("button", { type: "button", class: "quiet", onclick: () => askEnd(true) }, say("end"));
  const ask = h(
    "div",
    { class: "ask", role: "group", "aria-label": say("endAsk") },
    h("span", {}, say("endAsk")),
    h("button", { type: "button", class: "act", onclick: () => void end() }, say("end")),
    h("button", { type: "button", class: "quiet", onclick: () => askEnd(false) }, say("cancel")),
  );
  const contactButton = h("button", { type: "button", class: "quiet", onclick: () => form.toggle() }, say("contact"));
  const stars = rating();
  const send = h("button", { class: "act send", "aria-label": say("send"), title: say("send") }, sign(signs.send));
  const composer = h(
    "form",
    { class: "composer", onsubmit: (event: Event) => submit(event) },
    h(
      "button",
      {
        type: "button",
        class: "icon",
        "aria-label": say("picture"),
        title: say("picture"),
        onclick: () => chosen.click(),
      },
      sign(signs.picture),
    ),
    chosen,
    field,
    send,
  );

  document.title = say("title");
  document.body.append(
    h(
      "header",
      {},
      h("div", {}, h("h1", {}, say("title")), status),
      endButton,
      close &&
        h(
          "button",
          { type: "button", class: "icon", "aria-label": say("close"), title: say("close"), onclick: close },
          sign(signs.close),
        ),
    ),
    h("main", {}, ask, list.element, stars.element, form.element, notice),
    h("footer", {}, contactButton, composer),
  );
  field.value = read("draft") || "";
  ask.hidden = true;
  // An input method's keys do nothing here: the code is that of the one that ends a word in Safari.
  window.addEventListener(
    "keydown",
    (event) => {
      if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
    },
    true,
  );
  document.addEventListener("keydown", ({ key }) => {
    if (key === "Escape" && !list.shrink()) close?.();
  });
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => void take(event, event.dataTransfer));

  function keepDraft(): void {
    write("draft", field.value);
    grow();
  }

  function grow(): void {
    field.style.height = "auto";
    field.style.height = `${Math.min(field.scrollHeight, 120)}px`;
  }

  function pressed(event: KeyboardEvent): void {
    // On glass Enter begins a line.
    if (event.key === "Enter" && !event.shiftKey && matchMedia("(pointer: fine)").matches) submit(event);
  }

  function submit(event: Event): void {
    event.preventDefault();
    const text = field.value.trim();
    if (text) {
      conversation.say(text);
      field.value = "";
      keepDraft();
      list.toEnd();
    }
    field.focus();
  }

  async function take(event: Event, data: DataTransfer | null): Promise<void> {
    if (!data?.files.length) return;
    event.preventDefault();
    await takeFiles(data.files);
  }

  async function takeFiles(files: FileList | null): Promise<void> {
    for (const file of Array.from(files || [])) {
      const isKnown = pictures.includes(file.type);
      const picture = isKnown ? await shrunk(file) : undefined;
      if (picture) conversation.show(picture);
      else tell(say(isKnown ? "broken" : "wrongFile"));
    }
    list.toEnd();
  }

  function askEnd(isAsked: boolean): void {
    ask.hidden = !isAsked;
    if (isAsked) ask.querySelector("button")?.focus();
    else endButton.focus();
  }

  async function end(): Promise<void> {
    await act(() => conversation.end());
    ask.hidden = true;
    field.focus();
  }

  async function act(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      tell(say(error instanceof Failure && error.code === 0 ? "offline" : "problem"));
    }
  }

  let passing = "";
  function tell(text: string): void {
    passing = text;
    draw();
    setTimeout(() => {
      passing = "";
      draw();
    }, 6_000);
  }

  function rating() {
    const thanks = h("p", { class: "hint" }, say("rated"));
    const choices = h("fieldset", {}, h("legend", {}, say("rate")));
    for (let n = 1; n <= 5; n++)
      choices.append(
        h(
          "button",
          {
            type: "button",
            class: "star",
            "aria-label": say("stars", n),
            onclick: () => void act(() => conversation.rate(n)),
          },
          "★",
        ),
      );
    const element = h("section", { class: "rating" }, h("p", { class: "hint" }, say("ended")), choices, thanks);
    return {
      element,
      draw() {
        element.hidden = !conversation.isEnded;
        const satisfaction = conversation.state?.satisfaction ?? null;
        choices.hidden = satisfaction !== null;
        thanks.hidden = satisfaction === null;
      },
    };
  }

  function noticed(): string {
    if (conversation.isRefused) return say("refused");
    if (passing) return passing;
    if (conversation.link === "offline") return say("offline");
    if (conversation.isSlowed) return say("tooOften");
    if (
      conversation.link === "polling" &&
      conversation.outgoing.some(({ refusal }) => !refusal) &&
      !conversation.needsContact
    )
      return say("connecting");
    return conversation.needsContact && conversation.outgoing.length ? say("contactFirst") : "";
  }

  function draw(): void {
    const { state, hasBegun, isEnded } = conversation;
    const online = state ? say(state.agent_online ? "online" : "away") : "";
    if (status.textContent !== online) status.textContent = online;
    const text = noticed();
    if (notice.textContent !== text) notice.textContent = text;
    endButton.hidden = !hasBegun || isEnded;
    contactButton.hidden = !state || state.contact_left || state.contact_required || !hasBegun;
    send.disabled = field.disabled = conversation.isRefused;
    list.draw();
    stars.draw();
    form.draw();
  }

  return {
    draw,
    focus() {
      grow();
      list.toEnd();
      // On glass the keyboard would cover what there is to read.
      if (matchMedia("(pointer: fine)").matches) field.focus();
    },
  };
}
