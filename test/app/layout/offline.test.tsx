import { act, screen, waitFor, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { noteAnswer } from "~/app/api/blocked";
import { listUnsent } from "~/app/api/queue";
import { write } from "~/app/api/writes";
import { ActDialog } from "~/app/blocks/form/act/act-dialog";
import { forgetSession } from "~/app/browser/session-memory";
import { Comments } from "~/app/features/comments/comments";
import { NewTracking } from "~/app/features/customer/new-tracking";
import { finishing } from "~/app/features/schedule/schedule-actions";
import { ScheduleForm } from "~/app/features/schedule/schedule-form";
import { OfflineLine } from "~/app/layout/offline-line";
import { Mine } from "~/app/layout/phone-mine";
import { useAskedSignOut } from "~/app/layout/use-asked-sign-out";
import type { ScheduleRow } from "~/contract/schedule/schedule";
import { days, makeCustomer, makeMedia, makeSchedule } from "../../support/factories";
import { answer, enter, routeTest } from "../../support/route-test";
import { rowsOf } from "../../support/rows";
import { sendsFiles } from "../../support/sent-files";

let customerId = 0;
let done: Partial<ScheduleRow> | undefined;
let further: ReactNode;
const closed = vi.fn();

function Screen() {
  const { signOut, question } = useAskedSignOut();
  const nothing = () => undefined;
  const acts = { onLeave: nothing, onRead: nothing, onExports: nothing, onBatches: nothing, onChangePassword: nothing };
  return (
    <>
      <OfflineLine />
      <NewTracking customerId={customerId} onClose={closed} />
      {done ? <ActDialog form={finishing} of={done as ScheduleRow} onClose={closed} /> : null}
      <Mine unread={0} {...acts} onSignOut={signOut} />
      {question}
      {further}
    </>
  );
}

const { db, staff, open } = routeTest({
  path: "/note",
  module: { default: Screen, clientAction: write },
  others: { "/login": () => <p>登录页</p> },
});
const { rowsIn } = rowsOf(db);
const sales = staff({ role: "sales" });

beforeEach(async () => {
  done = undefined;
  further = null;
  closed.mockReset();
  customerId = (await makeCustomer(db, { owner_id: sales.id, name: "王伟" })).id;
});
afterEach(() => {
  noteAnswer();
  forgetSession();
});

/** The network goes; the returned function brings it back. */
function goAway(): () => void {
  const { fetch } = globalThis;
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("Failed to fetch")));
  act(() => void window.dispatchEvent(new Event("offline")));
  return () => {
    vi.stubGlobal("fetch", fetch);
    act(() => void window.dispatchEvent(new Event("online")));
  };
}

const form = async () => within(await screen.findByRole("region", { name: "写跟进" }));
const notice = "离线：保存后在联网时发送";
const png = () => new File(["\x89PNG"], "样板房.png", { type: "image/png" });
const queued = () => screen.findByRole("button", { name: /^待发送 \d+ 条$/ });

it("a follow-up with its picture that is written without a network says so, waits, and is sent with its time", async () => {
  const picture = await makeMedia(db, { uploader: sales.id, scene: "tracking", name: "样板房.png" });
  const { actor } = await open();
  sendsFiles([picture]);
  const field = await (await form()).findByLabelText(/^跟进内容/);
  expect(screen.queryByText(notice)).toBeNull();
  const comeBack = goAway();
  expect(await screen.findByText(notice)).toBeDefined();
  // A call that was on its way is still answered here, and an answer says that the network is there.
  await waitFor(() => {
    act(() => void window.dispatchEvent(new Event("offline")));
    expect(screen.getByRole("status").textContent).toBe("离线");
  });
  await enter(actor, field, "地下室里看了样板房，客户满意");
  await actor.upload(await screen.findByLabelText("选择图片"), png());
  await screen.findByAltText("样板房.png");
  await actor.click((await form()).getByText("保存"));
  expect(await screen.findByText("已保存，联网后发送")).toBeDefined();
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  expect(await rowsIn("tracking")).toEqual([]);

  await actor.click(await queued());
  const list = within(await screen.findByRole("list", { name: "待发送" }));
  expect(list.getByText("地下室里看了样板房，客户满意")).toBeDefined();
  expect(list.getByText(/12:00 写下 · 图片1张$/)).toBeDefined();
  vi.setSystemTime(Date.now() + 3_600_000);
  comeBack();
  expect(await screen.findByText("已发送 1 条离线内容")).toBeDefined();
  expect(await rowsIn("tracking")).toMatchObject([{ media_ids: [picture.id], tracked_at: days(-1 / 24) }]);
  expect(await screen.findByText("没有待发送的内容")).toBeDefined();
  expect(screen.queryByRole("status")).toBeNull();
});

it("what is refused stays in 待发送 with its reason, to be changed, or dropped", async () => {
  const { actor } = await open();
  const field = await (await form()).findByLabelText(/^跟进内容/);
  const comeBack = goAway();
  await enter(actor, field, "客户说以后再联系吧，先放一放");
  await actor.click((await form()).getByText("保存"));
  await queued();
  // Meanwhile somebody has taken the kind of contact away.
  const [one] = await listUnsent();
  const { changeUnsent } = await import("~/app/api/queue");
  await act(() => changeUnsent(one?.key ?? "", { ...one?.input.body, result: "no_such_result" }));
  comeBack();
  await actor.click(await queued());
  const list = within(await screen.findByRole("list", { name: "待发送" }));
  await waitFor(() => expect(list.getByText("未能发送")).toBeDefined());
  await actor.click(list.getByRole("button", { name: "改" }));
  const change = within(await screen.findByRole("dialog", { name: "跟进" }));
  await enter(actor, await change.findByLabelText(/^跟进内容/), "。");
  await actor.click(await change.findByRole("radio", { name: "已接通" }));
  await actor.click(change.getByText("保存并发送"));
  await waitFor(async () => expect(await rowsIn("tracking")).toMatchObject([{ result: "connected" }]));
});

it("signing out with something that waits asks first, and 我的 leads to it", async () => {
  const { actor, place } = await open();
  const field = await (await form()).findByLabelText(/^跟进内容/);
  goAway();
  await enter(actor, field, "还没有发送的一条跟进内容");
  await actor.click((await form()).getByText("保存"));
  await actor.click(await screen.findByRole("button", { name: "待发送（1）" }));
  const list = within(await screen.findByRole("list", { name: "待发送" }));
  await actor.click(list.getByRole("button", { name: "丢弃" }));
  await answer(actor, "丢弃", "取消");
  await actor.click(screen.getByRole("button", { name: "退出登录" }));
  await answer(actor, "退出登录", "取消");
  expect(place.href).toBe("/note");
  await actor.click(list.getByRole("button", { name: "丢弃" }));
  await answer(actor, "丢弃", "丢弃");
  expect(await screen.findByText("没有待发送的内容")).toBeDefined();
  await actor.click(screen.getByRole("button", { name: "退出登录" }));
  await waitFor(() => expect(place.href).toBe("/login?out=1"));
});

it("a schedule is done without a network as well", async () => {
  const { id } = await makeSchedule(db, { user_id: sales.id, title: "带看", start_at: days(1) });
  done = { id, title: "带看", start_at: days(1), end_at: null, all_day: false };
  const { actor } = await open();
  await screen.findByRole("dialog");
  const comeBack = goAway();
  await screen.findAllByText(notice);
  await answer(actor, "完成日程", "完成", { 完成情况: "客户满意" });
  await queued();
  comeBack();
  await waitFor(async () => expect(await rowsIn("schedule")).toMatchObject([{ status: "done", result: "客户满意" }]));
});

it("a new schedule waits as well, and its dialog closes", async () => {
  further = <ScheduleForm customer={{ id: customerId, name: "王伟" }} remind={30} onClose={closed} />;
  const { actor } = await open();
  const dialog = within(await screen.findByRole("dialog", { name: "新增日程" }));
  await dialog.findByLabelText(/^标题/);
  const comeBack = goAway();
  expect(await dialog.findByText(notice)).toBeDefined();
  await answer(actor, "新增日程", "保存");
  await queued();
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  comeBack();
  await waitFor(async () => expect(await rowsIn("schedule")).toMatchObject([{ title: "回访王伟" }]));
});

it("a comment waits as well, and its field is empty again", async () => {
  further = <Comments type="customer" id={customerId} />;
  const { actor } = await open();
  const field = await screen.findByRole("textbox", { name: "评论" });
  const comeBack = goAway();
  await screen.findAllByText(notice);
  await enter(actor, field, "隔音很好");
  await actor.click(screen.getByText("发送"));
  await queued();
  await waitFor(() => expect(field).toHaveProperty("value", ""));
  comeBack();
  await waitFor(async () => expect(await rowsIn("comment")).toMatchObject([{ content: "隔音很好" }]));
});
