import { MantineProvider } from "@mantine/core";
import { createRemixStub } from "@remix-run/testing";
import { fireEvent, render, renderHook, screen, waitFor } from "@testing-library/react";
import Cookies from "js-cookie";
import type { ReactNode } from "react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { call } from "~/app/api/call";
import { clearToken, keepToken } from "~/app/api/cookie";
import { download } from "~/app/api/download";
import { leave } from "~/app/api/leave";
import { upload } from "~/app/api/upload";
import { ActDialog, actDialog } from "~/app/blocks/form/act/act-dialog";
import { draftKey, readDraft } from "~/app/blocks/form/drafts";
import { useDraft } from "~/app/blocks/form/use-draft";
import { consumeReturn, landing, noteVisit, rememberReturn } from "~/app/browser/return-path";
import { forgetSession } from "~/app/browser/session-memory";
import { guard } from "~/app/session/guard";
import { signIn } from "~/app/session/sign-in";
import type { Viewer } from "~/app/session/viewer";
import { ViewerProvider } from "~/app/session/viewer-context";
import { endpoint, file } from "~/contract/endpoint";
import * as field from "~/contract/field";
import { tokenIssuer } from "~/contract/token";

const read = endpoint("GET /api/thing", "读", "signed-in", { reply: z.string() });
const write = endpoint("PUT /api/thing/{id}", "写", "signed-in", { reply: z.string() });
const bytes = endpoint("POST /api/bytes", "传", "signed-in", { reply: z.string() });
const sheet = endpoint("GET /api/sheet", "导", "signed-in", { reply: file });

const reload = vi.fn();
const fetched = vi.fn();

/** A token of ours: each one of the same person differs, as a renewed one does. */
let count = 0;
function tokenOf(person: number, iss = tokenIssuer): string {
  count += 1;
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "HS256" })}.${part({ iss, sub: String(person), sid: `session ${count}` })}.signature`;
}

/** The content of the page of `show`. */
let shown: ReactNode;
const Shown = () => shown;

/** What another tab has done to the cookie that all share. */
const elsewhere = (token: string) => Cookies.set("access_token", token, { path: "/" });

/** Its outcome, by the time that all other work has had its turn. */
const outcome = (work: Promise<unknown>) =>
  Promise.race([
    work.then(
      () => "done",
      () => "failed",
    ),
    new Promise((resolve) => setTimeout(() => resolve("nothing"))),
  ]);

beforeEach(() => {
  forgetSession();
  reload.mockReset();
  fetched.mockReset();
  fetched.mockImplementation(async () => Response.json({ code: 200, message: "", data: "好" }));
  vi.stubGlobal("fetch", fetched);
  vi.spyOn(leave, "again").mockImplementation(reload);
  keepToken(tokenOf(1), 604_800);
});
afterEach(clearToken);

describe("a tab whose cookie has become another person's", () => {
  it.each([
    ["a read", () => call(read)],
    ["a write", () => call(write, { params: { id: 7 } })],
    ["an upload", () => upload(bytes, { url: "/api/bytes", bytes: new Blob(["字"]) })],
    ["a download", () => download(sheet, {})],
    ["a navigation", () => guard(new Request("http://test.local/customer/publicCustomer"), true)],
  ])("is loaded anew before %s", async (_, work) => {
    elsewhere(tokenOf(2));
    expect(await outcome(work())).toBe("nothing");
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect(fetched).not.toHaveBeenCalled();
  });

  it("keeps what is typed as the first person's draft, which the next is not shown", async () => {
    const viewer = { profile: { id: 1 }, menus: [] } as unknown as Viewer; // a draft is kept by the number alone
    const wrapper = ({ children }: { children: ReactNode }) => (
      <MantineProvider>
        <ViewerProvider value={viewer}>{children}</ViewerProvider>
      </MantineProvider>
    );
    const typed = { values: { content: "还没有保存的一句话" }, extra: {}, isDirty: true };
    renderHook(() => useDraft("tracking-new:7", typed), { wrapper });
    elsewhere(tokenOf(2));
    void call(read);
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    expect((await readDraft(draftKey(1, "tracking-new:7")))?.values).toEqual(typed.values);
    expect(await readDraft(draftKey(2, "tracking-new:7"))).toBeUndefined();
  });
});

describe("an act's form without a draft", () => {
  const act = actDialog({
    endpoint: endpoint("PATCH /api/thing/{id}", "驳回", "signed-in", {
      reply: z.null(),
      body: z.object({ reason: field.reason("原因") }),
    }),
    fields: ["reason"],
    about: ({ id }: { id: number }) => `第${id}条`,
    submitLabel: "驳回",
  });
  const person = (id: number) => ({ profile: { id }, menus: [] }) as unknown as Viewer;
  const show = (who: number, id: number) => {
    shown = (
      <MantineProvider>
        <ViewerProvider value={person(who)}>
          <ActDialog form={act} of={{ id }} onClose={vi.fn()} />
        </ViewerProvider>
      </MantineProvider>
    );
    const Stub = createRemixStub([{ path: "/", Component: Shown }]);
    return render(<Stub />);
  };
  const kept = (id: number) => draftKey(1, `PATCH /api/thing/{id} 驳回 {"id":${id}}`);
  const reason = () => screen.findByLabelText(/^原因/);

  it("keeps nothing as it is typed, but what another person's sign-in cuts off, which comes back to who typed it, at the same record", async () => {
    const first = show(1, 7);
    fireEvent.change(await reason(), { target: { value: "价格不对" } });
    elsewhere(tokenOf(2));
    void call(read);
    await waitFor(() => expect(reload).toHaveBeenCalledOnce());
    first.unmount();
    expect((await readDraft(kept(7)))?.values).toEqual({ reason: "价格不对" });
    forgetSession();
    for (const [who, id] of [
      [2, 7],
      [1, 8],
    ] as const) {
      const other = show(who, id);
      expect(await reason()).toHaveProperty("value", "");
      expect(screen.queryByText("恢复草稿")).toBeNull();
      other.unmount();
    }
    const again = show(1, 7);
    fireEvent.click(await screen.findByText("恢复草稿"));
    expect(await reason()).toHaveProperty("value", "价格不对");
    again.unmount();
  });

  it("keeps nothing where it is left otherwise", async () => {
    const first = show(1, 9);
    fireEvent.change(await reason(), { target: { value: "价格不对" } });
    first.unmount();
    expect(await readDraft(kept(9))).toBeUndefined();
    show(1, 9);
    expect(await reason()).toHaveProperty("value", "");
    expect(screen.queryByText("恢复草稿")).toBeNull();
  });
});

describe("a tab stays as it is", () => {
  it("when the same person's token is renewed, or they sign in again", async () => {
    elsewhere(tokenOf(1));
    expect(await call(read)).toBe("好");
    expect(reload).not.toHaveBeenCalled();
  });

  it("when a provider's token of the same sign-in becomes ours", async () => {
    keepToken(tokenOf(900, "https://provider.test"), 604_800);
    expect(await call(read)).toBe("好");
    elsewhere(tokenOf(1));
    expect(await call(read)).toBe("好");
    expect(reload).not.toHaveBeenCalled();
  });
});

it("where one person's work was interrupted is not where the next goes after signing in", async () => {
  noteVisit(new URL("http://test.local/customer/publicCustomer?keyword=8841"));
  rememberReturn();
  clearToken();
  signIn({ access_token: tokenOf(2), expires_in: 604_800 });
  expect(consumeReturn()).toBe(landing);
  noteVisit(new URL("http://test.local/customer/publicCustomer?page=2"));
  rememberReturn();
  clearToken();
  signIn({ access_token: tokenOf(2), expires_in: 604_800 });
  expect(consumeReturn()).toBe("/customer/publicCustomer?page=2");
});
