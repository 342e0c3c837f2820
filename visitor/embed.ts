// The one script tag of a company's site: a button, and behind it the window in a frame of our origin. It keeps nothing of
// the conversation; docs/decisions/1650-chat.md.
import type { ToPage, ToWindow } from "./frame-messages";
import { inkOn, isColor } from "./ink";
import { buttonTexts, languageOf, sayIn } from "./texts";

const liveKey = "xinfang-chat";
const doneMark = "xinfangChat";
/** Narrower, the window takes the whole screen. */
const phone = "(max-width: 640px)";
const usualColor = "#1c5fb8";
/** What a frame takes at most to say that it is there; one that is refused never does. */
const longestStart = 20_000;

const tag =
  (document.currentScript as HTMLScriptElement | null) ||
  document.querySelector<HTMLScriptElement>('script[src*="/chat/embed.js"]');
const marks = window as unknown as Record<string, unknown>;
if (tag && !marks[doneMark]) {
  marks[doneMark] = true;
  if (document.body) begin(tag);
  else document.addEventListener("DOMContentLoaded", () => begin(tag));
}

function begin({ src, dataset }: HTMLScriptElement): void {
  const { origin } = new URL(src);
  const lang = languageOf(dataset.lang, document.documentElement.lang, navigator.language);
  const say = sayIn(buttonTexts, lang);
  const color = isColor(dataset.color) ? dataset.color : usualColor;
  const narrow = matchMedia(phone);

  const button = document.createElement("button");
  const badge = document.createElement("span");
  const frame = document.createElement("iframe");
  let isOpen = false;
  let isReady = false;
  let unread = 0;
  let told = "";
  let starting = 0;
  let scrolling = "";

  button.type = "button";
  button.innerHTML =
    '<svg width="26" height="26" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" aria-hidden="true"><path d="M4 5h16v11H10l-4 4v-4H4z"/></svg>';
  button.append(badge);
  document.body.append(button);
  paint();

  /** Only by the object model: a site's policy may forbid styles in the markup. */
  function paint(): void {
    const corner = "right:20px;border:0;";
    button.style.cssText = `position:fixed;z-index:2147483000;bottom:20px;bottom:max(20px,env(safe-area-inset-bottom));${corner}width:56px;height:56px;padding:15px;border-radius:28px;cursor:pointer;box-sizing:border-box;background:${color};color:${inkOn(color)};box-shadow:0 4px 16px rgba(0,0,0,.25);${isOpen && narrow.matches ? "display:none" : ""}`;
    badge.style.cssText = `position:absolute;top:-4px;right:-4px;min-width:20px;height:20px;padding:0 5px;border-radius:10px;box-sizing:border-box;background:#c92a2a;color:#fff;font:600 12px/20px sans-serif;${unread && !isOpen ? "" : "display:none"}`;
    badge.textContent = unread > 99 ? "99+" : String(unread);
    frame.style.cssText = `position:fixed;z-index:2147483001;border:0;color-scheme:light dark;${
      narrow.matches
        ? "left:0;top:0;width:100%;height:100%;height:100dvh;"
        : `${corner}bottom:92px;width:384px;height:640px;max-height:calc(100vh - 112px);border-radius:16px;box-shadow:0 8px 40px rgba(0,0,0,.28);`
    }${isOpen ? "" : "visibility:hidden;pointer-events:none;"}`;
    const label = say(isOpen ? "opened" : "title");
    button.setAttribute("aria-label", unread && !isOpen ? `${label} ${say("unread", unread)}` : label);
    button.setAttribute("aria-expanded", String(isOpen));
  }

  const tell = (message: ToWindow) => isReady && frame.contentWindow?.postMessage(message, origin);

  function tellPage(): void {
    const url = location.href;
    if (!isReady || told === url + document.title) return;
    told = url + document.title;
    tell({ chat: "page", url, title: document.title });
  }

  function load(): void {
    if (frame.isConnected) return;
    isReady = false;
    told = "";
    const words = { lang, color, tracker: dataset.tracker || "", referrer: document.referrer.slice(0, 500) };
    frame.src = `${origin}/chat/window?${new URLSearchParams(words)}`;
    frame.title = say("title");
    frame.allow = "clipboard-write";
    document.body.append(frame);
    clearTimeout(starting);
    starting = window.setTimeout(() => {
      if (isReady) return;
      frame.remove();
      show(false);
    }, longestStart);
  }

  function show(next: boolean): void {
    if (next) load();
    if (next === isOpen) return;
    isOpen = next;
    // The page behind a full screen stays where it is.
    const { style } = document.documentElement;
    if (isOpen && narrow.matches) {
      scrolling = style.overflow;
      style.overflow = "hidden";
    } else if (!isOpen) style.overflow = scrolling;
    paint();
    tell({ chat: "open", isOpen });
    if (isOpen) frame.focus();
    else button.focus();
  }

  button.addEventListener("click", () => show(!isOpen));
  narrow.addListener(paint);
  window.addEventListener("message", ({ origin: from, source, data }: MessageEvent<ToPage>) => {
    if (from !== origin || source !== frame.contentWindow || !data) return;
    if (data.chat === "ready") {
      isReady = true;
      tell({ chat: "open", isOpen });
      tellPage();
    } else if (data.chat === "close") show(false);
    else if (data.chat === "state") {
      unread = data.unread;
      remember(data.isLive);
      paint();
    }
  });
  // A page that changes its address without loading is another page seen.
  window.setInterval(tellPage, 2_000);
  if (isLive()) {
    if (document.readyState === "complete") load();
    else window.addEventListener("load", load);
  }
}

function isLive(): boolean {
  try {
    return localStorage.getItem(liveKey) === "1";
  } catch {
    return false;
  }
}

function remember(isOn: boolean): void {
  try {
    if (isOn) localStorage.setItem(liveKey, "1");
    else localStorage.removeItem(liveKey);
  } catch {
    // A page without storage begins anew.
  }
}
