import type { Say, TextName } from "../texts";
import { Failure } from "./api";
import type { Conversation } from "./conversation";
import { h } from "./dom";

const countries = ["86", "852", "853", "886", "81", "65", "60", "82", "1", "44", "61"];

/** How somebody is reached: asked for where nobody answers now, offered else. */
export function contactForm(conversation: Conversation, say: Say, thank: () => void) {
  let isWanted = false;
  const field = (name: TextName, attributes: Record<string, string>) => {
    const input = h("input", { id: name, ...attributes });
    return { input, row: h("p", {}, h("label", { for: name }, say(name)), input) };
  };
  const name = field("name", { autocomplete: "name", maxlength: "50" });
  const phone = field("phone", { type: "tel", autocomplete: "tel-national", maxlength: "20" });
  const wechat = field("wechat", { maxlength: "50" });
  const email = field("email", { type: "email", autocomplete: "email", maxlength: "120" });
  const country = h(
    "select",
    { "aria-label": say("country") },
    ...countries.map((code) => h("option", { value: code }, `+${code}`)),
  );
  phone.input.before(country);
  const problem = h("p", { class: "problem", role: "alert", id: "problem" });
  const submitButton = h("button", { class: "act" }, say("submit"));
  const element = h(
    "form",
    {
      class: "contact",
      novalidate: true,
      "aria-label": say("contact"),
      onsubmit: (event: Event) => void submit(event),
    },
    h("p", { class: "hint" }, say("contactHint")),
    ...[name, phone, wechat, email].map(({ row }) => row),
    problem,
    submitButton,
  );

  async function submit(event: Event): Promise<void> {
    event.preventDefault();
    const typed = ({ input }: typeof name) => input.value.trim() || null;
    const contact = {
      name: typed(name),
      phone_cc: country.value,
      phone: typed(phone),
      wechat: typed(wechat),
      email: typed(email),
    };
    complain(undefined, "");
    if (!contact.phone && !contact.wechat && !contact.email) return complain(phone.input, say("contactHint"));
    submitButton.disabled = true;
    try {
      await conversation.leaveContact(contact);
      isWanted = false;
      draw();
      thank();
    } catch (error) {
      const { code, field } = error instanceof Failure ? error : new Failure(50000);
      if (field === "phone") complain(phone.input, say("wrongPhone"));
      else if (field === "email") complain(email.input, say("wrongEmail"));
      else complain(undefined, say(code === 0 ? "offline" : "problem"));
    } finally {
      submitButton.disabled = false;
    }
  }

  function complain(input: HTMLInputElement | undefined, text: string): void {
    for (const one of element.querySelectorAll("input")) {
      one.removeAttribute("aria-invalid");
      one.removeAttribute("aria-describedby");
    }
    problem.textContent = text;
    input?.setAttribute("aria-invalid", "true");
    input?.setAttribute("aria-describedby", "problem");
    input?.focus();
  }

  function draw(): void {
    const isShown = !conversation.isRefused && (conversation.needsContact || isWanted);
    if (element.hidden === isShown) element.hidden = !isShown;
  }

  return {
    element,
    draw,
    toggle() {
      isWanted = !isWanted;
      draw();
      if (isWanted) name.input.focus();
    },
  };
}
