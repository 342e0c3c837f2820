import type { RegisterOptions } from "@wecom/jssdk";
import { call } from "~/app/api/call";
import { isWeCom } from "~/app/api/wecom";
import { auth } from "~/contract/sign-in/auth";

interface SentLink {
  title: string;
  text: string;
  url: string;
}

interface Card {
  title: string;
  desc: string;
  link: string;
  imgUrl: string;
}

/** As much of WeCom's SDK as is used. */
export interface WecomSdk {
  register(options: RegisterOptions): void;
  getContext(): Promise<{ entry: string }>;
  sendChatMessage(message: { msgtype: "news"; news: Card }): Promise<unknown>;
  shareAppMessage(card: Card): Promise<unknown>;
}

/** Where a page was opened from a chat, and may send into it. */
const fromChat = new Set(["single_chat_tools", "group_chat_tools", "chat_attachment"]);
/** Milliseconds until WeCom counts as absent: its SDK waits without end for a client that is none. */
const patience = 5_000;

/** Sends a link by WeCom's client: into the chat that the page was opened from, else by its share menu. Where neither is possible, or the person closes the menu, the caller copies the link. */
export async function sendInWeCom(
  { title, text, url }: SentLink,
  load: () => Promise<WecomSdk> = () => import("@wecom/jssdk"),
): Promise<"sent" | "shared" | "unavailable"> {
  if (!isWeCom()) return "unavailable";
  const card = { title, desc: text, link: url, imgUrl: "" };
  try {
    const sdk = await load();
    await register(sdk);
    const { entry } = await inTime(sdk.getContext());
    if (fromChat.has(entry) && (await isDone(sdk.sendChatMessage({ msgtype: "news", news: card })))) return "sent";
    return (await isDone(sdk.shareAppMessage(card))) ? "shared" : "unavailable";
  } catch {
    return "unavailable";
  }
}

/** Registers the page as it is now: the SDK keeps a registration that still fits its address. */
async function register(sdk: WecomSdk): Promise<void> {
  const [page = ""] = window.location.href.split("#");
  const signed = await call(auth.jsConfig, { query: { url: page } }, { silent: true });
  const own = ({ nonce, ...rest }: typeof signed.corp) => ({ nonceStr: nonce, ...rest });
  sdk.register({
    corpId: signed.corp_id,
    agentId: signed.agent_id,
    jsApiList: ["getContext", "sendChatMessage", "shareAppMessage"],
    getConfigSignature: () => own(signed.corp),
    getAgentConfigSignature: () => own(signed.agent),
  });
}

const isDone = (act: Promise<unknown>): Promise<boolean> =>
  act.then(
    () => true,
    () => false,
  );

async function inTime<T>(answer: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("WeCom does not answer")), patience);
  });
  return Promise.race([answer, late]).finally(() => clearTimeout(timer));
}
