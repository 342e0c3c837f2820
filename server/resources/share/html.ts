import type { ShareContent, SharedEstate } from "~/contract/share/share-content";
import { escapeHtml } from "~/server/lib/rich-text/display";
import { type FormShown, formHtml } from "~/server/resources/special/form-html";
import { shareWords } from "./words";

interface Shown {
  content: ShareContent;
  form: FormShown;
  /** The form has been sent: a message is shown in its place. */
  isSent: boolean;
  /** Where the page's script tells of it, and as what. */
  open: string;
  visit: string;
  /** The modules of a special page. */
  modules: string;
}

type Fact = SharedEstate["facts"][number];

const paragraph = (text: string | null, name: string) => (text ? `<p class="${name}">${escapeHtml(text)}</p>` : "");
const block = (inside: string, kind = "inner") =>
  inside ? `<section class="block"><div class="${kind} shown">${inside}</div></section>` : "";
const factsHtml = (facts: readonly Fact[]) =>
  facts.length
    ? `<dl>${facts.map(({ label, value }) => `<dt>${escapeHtml(label)}</dt><dd>${escapeHtml(value)}</dd>`).join("")}</dl>`
    : "";
const pictureHtml = (url: string | null, name: string, isFirst = false) =>
  url
    ? `<img class="${name}" src="${escapeHtml(url)}" alt="" ${isFirst ? 'fetchpriority="high"' : 'loading="lazy"'} decoding="async" />`
    : "";

export function bodyHtml({ content, form, isSent, open, visit, modules }: Shown): string {
  const { title, note, as_of, rate, gone, estates, quote, table, special, kind } = content;
  const [first] = estates;
  // Its name is the title.
  const isAlone = kind === "estate";
  return [
    `<main data-open="${escapeHtml(open)}" data-visit="${escapeHtml(visit)}">`,
    `<div class="head inner"><h1>${escapeHtml(title)}</h1>${isAlone ? paragraph(first?.name_local ?? null, "soft") : ""}${paragraph(note, "note")}${paragraph(gone, "notice")}</div>`,
    special ? block(pictureHtml(special.cover, "lead", true)) : "",
    quote ? block(quoteHtml(quote), "narrow") : "",
    tableHtml(content, table),
    modules,
    ...(modules ? [] : estates.map((one, at) => estateHtml(one, { isFirst: at === 0, isAlone }))),
    block(paragraph([as_of, rate].filter(Boolean).join("\n"), "soft"), "narrow"),
    personHtml(content),
    formSection(form, isSent),
    "</main>",
    `<footer>${escapeHtml(content.disclaimer)}</footer>`,
    isSent ? "" : `<div class="bar"><a class="button" href="#form">${escapeHtml(form.words.consult)}</a></div>`,
  ]
    .filter(Boolean)
    .join("\n");
}

function estateHtml(one: SharedEstate, { isFirst, isAlone }: { isFirst: boolean; isAlone: boolean }): string {
  const { id, name, name_local, place, picture, pictures, notice, facts, highlights, description } = one;
  const local = name_local ? `<small>${escapeHtml(name_local)}</small>` : "";
  const marks = highlights.map((mark) => `<li>${escapeHtml(mark)}</li>`).join("");
  const more = pictures.map((url) => pictureHtml(url, "")).join("");
  const inside = [
    pictureHtml(picture, "lead", isFirst),
    isAlone ? "" : `<h2>${escapeHtml(name)}${local}</h2>`,
    paragraph(place, "soft"),
    paragraph(notice, "notice"),
    factsHtml(facts),
    marks ? `<ul class="marks">${marks}</ul>` : "",
    paragraph(description, "words"),
    more ? `<div class="pictures">${more}</div>` : "",
  ].join("");
  return `<section class="block" data-estate="${id}"><div class="narrow shown">${inside}</div></section>`;
}

function quoteHtml({ quotation_no, valid_until, notice, facts, plan, bills }: NonNullable<ShareContent["quote"]>) {
  const numbered = [quotation_no, ...facts, valid_until].flatMap((fact) => fact ?? []);
  const tables = bills.map(({ heading, lines, total }) => {
    const rows = lines.map(
      ({ label, value, basis }) =>
        `<tr><td>${escapeHtml(label)}${basis ? `<small>${escapeHtml(basis)}</small>` : ""}</td><td>${escapeHtml(value)}</td></tr>`,
    );
    const sum = `<tr><th scope="row">${escapeHtml(total.label)}</th><th>${escapeHtml(total.value)}</th></tr>`;
    return `<table class="bill"><caption>${escapeHtml(heading)}</caption><tbody>${rows.join("")}${sum}</tbody></table>`;
  });
  return [paragraph(notice, "notice"), factsHtml(numbered), pictureHtml(plan, "lead"), ...tables].join("");
}

function tableHtml({ estates, language }: ShareContent, table: ShareContent["table"]): string {
  if (table.length === 0) return "";
  const heads = estates.map(({ name }) => `<th scope="col">${escapeHtml(name)}</th>`).join("");
  const rows = table.map(({ label, values }) => {
    const cells = values.map((value) => `<td>${escapeHtml(value || "–")}</td>`).join("");
    return `<tr><th scope="row">${escapeHtml(label)}</th>${cells}</tr>`;
  });
  const name = escapeHtml(shareWords(language).labels.comparison);
  return block(
    `<div class="scroll" tabindex="0" role="region" aria-label="${name}"><table><thead><tr><td></td>${heads}</tr></thead><tbody>${rows.join("")}</tbody></table></div>`,
  );
}

function personHtml({ consultant }: ShareContent): string {
  if (!consultant) return "";
  const { label, name, avatar, phone } = consultant;
  const call = phone
    ? `<p>${escapeHtml(phone.label)} <a href="tel:${escapeHtml(phone.value.replace(/[^\d+]/g, ""))}">${escapeHtml(phone.value)}</a></p>`
    : "";
  const card = `<div class="person">${pictureHtml(avatar, "avatar")}<div><p class="soft">${escapeHtml(label)}</p><strong>${escapeHtml(name)}</strong>${call}</div></div>`;
  return block(card, "narrow");
}

function formSection(form: FormShown, isSent: boolean): string {
  const { words } = form;
  const inside = isSent
    ? `<div class="sent" role="status"><p>${escapeHtml(words.sent)}</p></div>`
    : formHtml(form, { button: words.submit, note: null });
  return `<section class="block" id="form"><div class="inner"><h2>${escapeHtml(words.consult)}</h2>${inside}</div></section>`;
}
