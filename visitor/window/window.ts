// The window of the online chat, in a frame of the company's site or as a page of its own.
import type { ToPage, ToWindow } from "../frame-messages";
import { isColor } from "../ink";
import { languageOf, sayIn, windowTexts } from "../texts";
import { makeConversation } from "./conversation";
import { makeView } from "./view";

const asked = new URLSearchParams(location.search);
const language = languageOf(asked.get("lang"), navigator.language);
const color = asked.get("color");
const isFramed = window.parent !== window;
document.documentElement.lang = language === "zh" ? "zh-CN" : language;

/** Only sites of the settings may frame it: what the policy of this page says. */
const tell = (message: ToPage) => isFramed && window.parent.postMessage(message, "*");

let isOpen = !isFramed;
const conversation = makeConversation(
  { tracker: asked.get("tracker"), language, referrer: asked.get("referrer") },
  () => draw(),
);
const view = makeView({
  conversation,
  say: sayIn(windowTexts, language),
  language,
  color: isColor(color) ? color : undefined,
  close: isFramed ? () => void tell({ chat: "close" }) : undefined,
});
let told = "";

function draw(): void {
  view.draw();
  const { unread, hasBegun, isEnded } = conversation;
  const isLive = hasBegun && !isEnded;
  if (told === `${unread} ${isLive}`) return;
  told = `${unread} ${isLive}`;
  tell({ chat: "state", unread, isLive });
}

function look(): void {
  conversation.see(isOpen && !document.hidden);
}

window.addEventListener("message", ({ source, data }: MessageEvent<ToWindow>) => {
  if (source !== window.parent || !data) return;
  if (data.chat === "page") conversation.seePage({ url: data.url.slice(0, 500), title: data.title.slice(0, 200) });
  else if (data.chat === "open") {
    isOpen = data.isOpen;
    look();
    if (isOpen) view.focus();
  }
});
document.addEventListener("visibilitychange", look);
draw();
look();
tell({ chat: "ready" });
if (isOpen) view.focus();
