const wordLevel = /mso-list:\s*l\d+\s+level(\d+)/i;
const ordered = /^\s*(?:[(（]?[\da-z一二三四五六七八九十ivx]{1,6}(?:\.\d+)*[.．)、）]|[①-⑳]|第)/i;

interface Open {
  list: HTMLElement;
  level: number;
}

/**
 * Lists of programs that only write lines: Word, Outlook and WPS as paragraphs, with level in the style and sign in front; Word online
 * as a list for each entry, with its level.
 */
export function listsOfWord(page: Document): void {
  let open: Open[] = [];
  for (const item of page.body.querySelectorAll<HTMLElement>("p, li[data-aria-level]")) {
    const found = item.localName === "li" ? ofEntry(item) : ofParagraph(item);
    if (!found) continue;
    const { level, name, start, home } = found;
    if (home.previousElementSibling !== open[0]?.list) open = [];
    while (open.length > 1 && (open.at(-1)?.level ?? 0) > level) open.pop();
    if (open.at(-1)?.level === level && open.at(-1)?.list.localName !== name) open.pop();
    let last = open.at(-1);
    if (!last || last.level < level) {
      const list = page.createElement(name);
      if (name === "ol" && start > 1) list.setAttribute("start", String(start));
      const above = last?.list.lastElementChild;
      if (above) above.append(list);
      else home.before(list);
      last = { list, level };
      open.push(last);
    }
    const entry = page.createElement("li");
    entry.append(...item.childNodes);
    last.list.append(entry);
    item.remove();
    if (!home.textContent?.trim()) home.remove();
  }
}

/** `home`: what replaces the list so far. */
function ofParagraph(item: HTMLElement) {
  const level = Number(wordLevel.exec(item.getAttribute("style") ?? "")?.[1] ?? 0);
  if (!level) return undefined;
  const sign = item.querySelector<HTMLElement>('[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]');
  const text = sign?.textContent ?? "";
  sign?.remove();
  const isOrdered = ordered.test(text);
  return { level, name: isOrdered ? "ol" : "ul", start: Number(/\d+/.exec(text)?.[0] ?? 1), home: item };
}

function ofEntry(item: HTMLElement) {
  const home = item.closest<HTMLElement>("ul, ol");
  if (!home) return undefined;
  const { ariaLevel, ariaPosinset } = item.dataset;
  return { level: Number(ariaLevel) || 1, name: home.localName, start: Number(ariaPosinset) || 1, home };
}
