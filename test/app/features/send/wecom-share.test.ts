import { beforeEach, expect, it, vi } from "vitest";
import { keepToken } from "~/app/api/cookie";
import { sendInWeCom, type WecomSdk } from "~/app/features/send/wecom-share";

const link = { title: "晴海公寓", text: "3件房源", url: "https://desk.test/s/v/abc" };
const card = { title: link.title, desc: link.text, link: link.url, imgUrl: "" };
const signed = {
  corp_id: "ww12345",
  agent_id: "1000002",
  corp: { nonce: "n1", timestamp: 1, signature: "s1" },
  agent: { nonce: "n2", timestamp: 2, signature: "s2" },
};

const fetched = vi.fn<typeof fetch>();
const sdk = {
  register: vi.fn<WecomSdk["register"]>(),
  getContext: vi.fn<WecomSdk["getContext"]>(),
  sendChatMessage: vi.fn<WecomSdk["sendChatMessage"]>(),
  shareAppMessage: vi.fn<WecomSdk["shareAppMessage"]>(),
};
const load = vi.fn(async () => sdk);
const send = () => sendInWeCom(link, load);
const browse = (agent: string) => vi.spyOn(window.navigator, "userAgent", "get").mockReturnValue(agent);
const success = () => Response.json({ code: 200, message: "", data: signed });
const opened = (entry: string) => sdk.getContext.mockResolvedValue({ entry });

beforeEach(() => {
  vi.stubGlobal(
    "fetch",
    fetched.mockReset().mockImplementation(async () => success()),
  );
  keepToken("token", 604_800);
  for (const act of Object.values(sdk)) act.mockReset();
  sdk.sendChatMessage.mockResolvedValue({});
  sdk.shareAppMessage.mockResolvedValue({});
  load.mockClear();
  browse("Mozilla/5.0 MicroMessenger/7.0 wxwork/4.1.10");
  window.history.replaceState(null, "", "/customer/information/7?tab=match#top");
});

it.each(["single_chat_tools", "group_chat_tools", "chat_attachment"])("sends into the chat of %s", async (entry) => {
  opened(entry);
  expect(await send()).toBe("sent");
  expect(sdk.sendChatMessage.mock.calls).toEqual([[{ msgtype: "news", news: card }]]);
  expect(sdk.shareAppMessage).not.toHaveBeenCalled();
});

it("registers the page as company and application, its address without the fragment", async () => {
  opened("chat_attachment");
  await send();
  const [asked] = fetched.mock.calls[0] ?? [];
  const { pathname, searchParams } = new URL(String(asked), window.location.origin);
  expect(pathname).toBe("/api/auth/wecom/js-config");
  expect(searchParams.get("url")).toBe(`${window.location.origin}/customer/information/7?tab=match`);
  const options = sdk.register.mock.calls[0]?.[0];
  expect(options).toMatchObject({ corpId: "ww12345", agentId: "1000002" });
  expect(await options?.getConfigSignature?.("")).toEqual({ nonceStr: "n1", timestamp: 1, signature: "s1" });
  expect(await options?.getAgentConfigSignature?.("")).toEqual({ nonceStr: "n2", timestamp: 2, signature: "s2" });
});

it("opens the share menu elsewhere, and where the chat takes no message", async () => {
  opened("normal");
  expect(await send()).toBe("shared");
  expect(sdk.sendChatMessage).not.toHaveBeenCalled();
  opened("single_chat_tools");
  sdk.sendChatMessage.mockRejectedValue({ errMsg: "sendChatMessage:fail no permission", errCode: -1 });
  expect(await send()).toBe("shared");
  expect(sdk.shareAppMessage.mock.calls).toEqual([[card], [card]]);
});

it("leaves the link to the caller where the menu is closed or the server signs nothing", async () => {
  opened("normal");
  sdk.shareAppMessage.mockRejectedValue({ errMsg: "shareAppMessage:cancel", errCode: -1 });
  expect(await send()).toBe("unavailable");
  fetched.mockImplementation(async () =>
    Response.json({ code: 40400, message: "尚未配置企业微信", data: null }, { status: 404 }),
  );
  expect(await send()).toBe("unavailable");
  expect(sdk.register).toHaveBeenCalledTimes(1);
});

it("does not wait for a client that is none", async () => {
  vi.useFakeTimers();
  try {
    sdk.getContext.mockReturnValue(new Promise(() => undefined));
    const result = send();
    await vi.waitFor(() => expect(sdk.getContext).toHaveBeenCalled());
    await vi.runAllTimersAsync();
    expect(await result).toBe("unavailable");
  } finally {
    vi.useRealTimers();
  }
});

it("loads nothing outside WeCom", async () => {
  browse("Mozilla/5.0 Chrome/130");
  expect(await send()).toBe("unavailable");
  expect(load).not.toHaveBeenCalled();
  expect(fetched).not.toHaveBeenCalled();
});
