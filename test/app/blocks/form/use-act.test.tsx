import { MantineProvider } from "@mantine/core";
import { Notifications, notifications } from "@mantine/notifications";
import { useLoaderData } from "@remix-run/react";
import { createRemixStub } from "@remix-run/testing";
import { act, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { clearToken, keepToken } from "~/app/api/cookie";
import { write } from "~/app/api/writes";
import { onWritten } from "~/app/api/written";
import { useAct } from "~/app/blocks/feedback/use-act";
import { endpoint } from "~/contract/endpoint";

const rename = endpoint("PUT /api/thing/{id}", "改名", "signed-in", {
  body: z.object({ name: z.string() }),
  reply: z.object({ version: z.number() }),
});
const assign = endpoint("PUT /api/thing/assign/{id}", "分配", "signed-in", { reply: z.null() });

const create = endpoint("POST /api/thing", "新增", "signed-in", {
  body: z.object({ name: z.string() }),
  reply: z.null(),
});

const done = vi.fn();
const refused = vi.fn();
const fetched = vi.fn<typeof fetch>();
const shown: unknown[] = [];
let loads = 0;
/** What the page's data waits for when it is loaded again. */
let gate: Promise<void> | undefined;

function Thing() {
  const { run, pending, error } = useAct();
  const then = { success: "已保存", onSuccess: done, onError: refused };
  return (
    <>
      <p>第{useLoaderData<number>()}次</p>
      <button type="button" onClick={() => run(rename, { params: { id: 7 }, body: { name: "甲" } }, then)}>
        改名
      </button>
      <button type="button" onClick={() => run(assign, { params: { id: 7 } }, { errorDuration: 6_000 })}>
        分配
      </button>
      {["/thing?id=7", "/?id=7", undefined].map((to) => (
        <button
          key={to ?? "none"}
          type="button"
          onClick={() =>
            run(rename, { params: { id: 7 }, body: { name: "甲" } }, { ...then, record: { name: "甲", to } })
          }
        >
          改名，见{to ?? "无"}
        </button>
      ))}
      {["甲", "乙"].map((name) => (
        <button key={name} type="button" onClick={() => run(create, { body: { name } }, then)}>
          新增{name}
        </button>
      ))}
      <p>{pending ? "进行中" : "空闲"}</p>
      <p>{error ? `拒绝：${error.message}` : "无误"}</p>
    </>
  );
}

const Seventh = () => <p>七号页</p>;
const SignIn = () => <p>登录页</p>;

function open(search = "") {
  const loader = async () => {
    await gate;
    return ++loads;
  };
  // The stub knows no client functions by their own names.
  const action = (args: { request: Request }) => write(args as Parameters<typeof write>[0]);
  const Stub = createRemixStub([
    { path: "/", Component: Thing, loader, action },
    { path: "/login", Component: SignIn },
    { path: "/thing", Component: Seventh },
  ]);
  render(<Stub initialEntries={[`/${search}`]} />);
  return screen.findByText("第1次");
}

beforeEach(() => {
  loads = 0;
  gate = undefined;
  shown.length = 0;
  done.mockReset();
  refused.mockReset();
  fetched.mockReset();
  vi.stubGlobal("fetch", fetched);
  vi.spyOn(notifications, "show").mockImplementation((toast) => {
    shown.push([toast.message, toast.autoClose]);
    return "";
  });
  keepToken("token", 604_800);
});

afterEach(clearToken);

const click = async (name: string) => userEvent.click(screen.getByRole("button", { name }));

it("calls, tells once, hands on the reply and has the page loaded again", async () => {
  const heard = vi.fn();
  const stop = onWritten(heard);
  fetched.mockResolvedValue(Response.json({ code: 200, message: "", data: { version: 4 } }));
  await open();
  await click("改名");
  await screen.findByText("第2次");
  expect(fetched.mock.calls[0]?.[0]).toBe("/api/thing/7");
  expect(fetched.mock.calls[0]?.[1]).toMatchObject({ method: "PUT", body: '{"name":"甲"}' });
  expect(done.mock.calls).toEqual([[{ version: 4 }]]);
  expect(shown).toEqual([["已保存", 3_000]]);
  expect(heard).toHaveBeenCalledOnce();
  stop();
});

it("names the record that was written, and offers its page where one is not on it", async () => {
  vi.mocked(notifications.show).mockRestore();
  fetched.mockImplementation(() => Promise.resolve(Response.json({ code: 200, message: "", data: { version: 4 } })));
  await open("?id=7");
  render(
    <MantineProvider>
      <Notifications />
    </MantineProvider>,
  );
  for (const to of ["无", "/?id=7"]) {
    await click(`改名，见${to}`);
    const told = (await screen.findByText("已保存")).closest<HTMLElement>("[role=alert]") as HTMLElement;
    expect(told.textContent).toBe("已保存：甲");
    expect(within(told).queryByRole("button", { name: "打开" })).toBeNull();
    act(() => notifications.clean());
    await waitFor(() => expect(screen.queryByRole("alert")).toBeNull());
    await screen.findByText("空闲");
  }
  await click("改名，见/thing?id=7");
  await screen.findByRole("button", { name: "打开" });
  expect(screen.getByText("已保存").closest("[role=alert]")?.textContent).toBe("已保存：甲打开");
  await click("打开");
  expect(await screen.findByText("七号页")).toBeDefined();
  act(() => notifications.clean());
});

it("tells a refusal once and keeps it for the screen until the next run", async () => {
  fetched.mockResolvedValueOnce(
    Response.json({ code: 40901, message: "数据已被他人修改，请刷新", data: { version: 9 } }, { status: 409 }),
  );
  await open();
  await click("改名");
  await screen.findByText("拒绝：数据已被他人修改，请刷新");
  expect(refused.mock.calls).toEqual([
    [{ code: 40901, message: "数据已被他人修改，请刷新", data: { version: 9 }, fields: [] }],
  ]);
  expect(shown).toHaveLength(1);
  expect(done).not.toHaveBeenCalled();
  fetched.mockResolvedValueOnce(Response.json({ code: 0, message: "", data: { version: 10 } }));
  await click("改名");
  await screen.findByText("无误");
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
});

it("may be run again as soon as it is refused, also while the page's data is loaded again", async () => {
  fetched.mockResolvedValueOnce(Response.json({ code: 40901, message: "数据已被他人修改，请刷新" }, { status: 409 }));
  fetched.mockResolvedValueOnce(Response.json({ code: 200, message: "", data: { version: 10 } }));
  await open();
  let load: () => void = () => undefined;
  gate = new Promise((resolve) => (load = resolve));
  await click("改名");
  await screen.findByText("拒绝：数据已被他人修改，请刷新");
  expect(screen.getByText("空闲")).toBeDefined();
  await click("改名");
  await waitFor(() => expect(done).toHaveBeenCalledOnce());
  // What was written is not offered again before the page shows it.
  expect(screen.getByText("进行中")).toBeDefined();
  load();
  await screen.findByText("空闲");
});

it("shows the error of an act as long as the act asks for", async () => {
  fetched.mockResolvedValue(Response.json({ code: 40913, message: "已达客户上限（200）" }, { status: 409 }));
  await open();
  await click("分配");
  await screen.findByText("拒绝：已达客户上限（200）");
  expect(shown).toEqual([["已达客户上限（200）", 6_000]]);
});

it("runs once however often one clicks meanwhile", async () => {
  let answer: (response: Response) => void = () => undefined;
  fetched.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  await open();
  await click("改名");
  await screen.findByText("进行中");
  await click("改名");
  answer(Response.json({ code: 200, message: "", data: { version: 1 } }));
  await screen.findByText("空闲");
  expect(fetched).toHaveBeenCalledOnce();
  expect(done).toHaveBeenCalledOnce();
});

it("runs what is chosen meanwhile when its turn has come, also after a refusal, and each once", async () => {
  let answer: (response: Response) => void = () => undefined;
  fetched.mockReturnValueOnce(new Promise((resolve) => (answer = resolve)));
  fetched.mockResolvedValueOnce(Response.json({ code: 40913, message: "已达客户上限（200）" }, { status: 409 }));
  fetched.mockResolvedValueOnce(Response.json({ code: 200, message: "", data: null }));
  await open();
  await click("改名");
  await screen.findByText("进行中");
  for (const name of ["分配", "新增甲", "分配", "新增乙"]) await click(name);
  expect(fetched).toHaveBeenCalledOnce();
  answer(Response.json({ code: 200, message: "", data: { version: 1 } }));
  await screen.findByText("空闲");
  expect(fetched.mock.calls.map(([address]) => address)).toEqual(["/api/thing/7", "/api/thing/assign/7", "/api/thing"]);
  expect(fetched.mock.calls[2]?.[1]).toMatchObject({ body: '{"name":"甲"}' });
  expect(done.mock.calls).toEqual([[{ version: 1 }], [null]]);
  expect(shown.map((entry) => (entry as unknown[])[0])).toEqual(["已保存", "已达客户上限（200）", "已保存"]);
  screen.getByText("拒绝：已达客户上限（200）");
});

it("leads to /login when the session has ended", async () => {
  fetched.mockResolvedValue(Response.json({ code: 40100, message: "登录已过期，请重新登录" }, { status: 401 }));
  await open();
  await click("改名");
  await screen.findByText("登录页");
  expect(done).not.toHaveBeenCalled();
  expect(shown.map((entry) => (entry as unknown[])[0])).toEqual(["登录已过期，请重新登录"]);
});

const sentKeys = () => fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get("idempotency-key"));
const unheard = { code: 50300, message: "系统繁忙，请稍后再试", data: null };

it("sends a form again under its key until the server has said yes or no; the next form has another", async () => {
  await open();
  for (const answer of [
    () => Promise.reject(new TypeError("lost")),
    async () => Response.json(unheard, { status: 503 }),
    async () => new Response("<html>", { status: 502 }),
    async () => Response.json({ code: 40910, message: "已由他人跟进", data: null }, { status: 409 }),
    async () => Response.json({ code: 200, message: "", data: null }),
    async () => Response.json({ code: 200, message: "", data: null }),
  ]) {
    const before = fetched.mock.calls.length;
    fetched.mockImplementationOnce(answer);
    // Also where something was changed in between: it may have been written as it was.
    await click(before === 1 ? "新增乙" : "新增甲");
    await waitFor(() => expect(fetched).toHaveBeenCalledTimes(before + 1));
    await screen.findByText("空闲");
  }
  const [first, second, third, fourth, fifth, sixth] = sentKeys();
  expect(first).toMatch(/^[0-9a-f]{32}$/);
  expect([second, third, fourth]).toEqual([first, first, first]);
  expect(new Set([first, fifth, sixth]).size).toBe(3);
});

it("does not give one act's key to another, and none to what is no new record", async () => {
  await open();
  fetched.mockRejectedValue(new TypeError("lost"));
  for (const [index, name] of ["新增甲", "改名", "新增甲"].entries()) {
    await click(name);
    await waitFor(() => expect(fetched).toHaveBeenCalledTimes(index + 1));
    await screen.findByText("空闲");
  }
  const [first, none, other] = sentKeys();
  expect(none).toBeNull();
  expect(other).not.toBe(first);
});

it("sends a form once that is submitted twice", async () => {
  let answer: (response: Response) => void = () => undefined;
  fetched.mockReturnValue(new Promise((resolve) => (answer = resolve)));
  await open();
  await userEvent.dblClick(screen.getByRole("button", { name: "新增甲" }));
  await screen.findByText("进行中");
  answer(Response.json({ code: 200, message: "", data: null }));
  await screen.findByText("空闲");
  expect(sentKeys()).toHaveLength(1);
});
