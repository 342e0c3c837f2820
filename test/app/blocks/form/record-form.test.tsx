import { useSearchParams } from "@remix-run/react";
import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { clearToken, keepToken } from "~/app/api/cookie";
import type { WriteError } from "~/app/api/writes";
import { type FormSection, RecordForm, type Then } from "~/app/blocks/form/record-form";
import { Link } from "~/app/blocks/link";
import * as field from "~/contract/field";
import { stored } from "~/test/support/idb-memory";
import { renderRoute, someViewer } from "~/test/support/render-route";

const Thing = z
  .object({
    name: field.text("名称", 10),
    kind: field.choice("种类", { big: "大", small: "小", other: "其他" }).default("big"),
    kind_note: field.optional(field.text("种类说明", 20)),
    remark: field.optional(field.longText("备注", 100)),
    version: z.number(),
  })
  .superRefine((value, context) => {
    if (value.kind === "other" && !value.kind_note)
      context.addIssue({ code: "custom", path: ["kind_note"], message: "请说明种类" });
  });

const sections: FormSection<typeof Thing>[] = [
  {
    title: "基本信息",
    fields: ["name", "kind", { name: "kind_note", when: ({ kind }) => kind === "other" }, "remark"],
  },
];
const record = { id: 5, name: "旧名", kind: "small", kind_note: null, remark: null, version: 3 };

const sent = vi.fn<(body: unknown) => void>();
const left = vi.fn<(name: string, values: unknown) => void>();
let loadAgain: (present: typeof record) => void;
let answer: { ok: true; data: unknown } | { ok: false; error: Partial<WriteError> };

function Form() {
  const [search] = useSearchParams();
  const [present, setPresent] = useState(record);
  loadAgain = setPresent;
  const submit = (body: unknown, then: Then) => {
    sent(body);
    const { onSuccess, onError } = then();
    if (answer.ok) onSuccess(answer.data);
    else onError({ code: 0, message: "", data: null, fields: [], ...answer.error });
  };
  return (
    <>
      <RecordForm
        form={{
          schema: Thing,
          sections,
          value: present,
          extra: { version: present.version },
          draft: "thing:5",
          pending: false,
          onSubmit: submit,
        }}
        key={search.get("again")}
        notice={{
          at: "kind",
          show: (form) => (
            <p>
              <button type="button" onClick={() => form.send({ version: 9 })}>
                仍然发送
              </button>
              <button type="button" onClick={form.drop}>
                不要了
              </button>
            </p>
          ),
        }}
        onLeave={left}
      />
      <Link to="/elsewhere">别处</Link>
    </>
  );
}

const Elsewhere = () => <p>别处到了</p>;

async function open() {
  const view = renderRoute(
    { path: "/thing", module: { default: Form }, others: { "/elsewhere": Elsewhere } },
    someViewer(),
  );
  await screen.findByRole("textbox", { name: "名称" });
  return view;
}
const nameField = () => screen.getByRole<HTMLInputElement>("textbox", { name: "名称" });
const save = () => screen.getByRole("button", { name: "保存" });

beforeEach(() => {
  sent.mockClear();
  left.mockClear();
  answer = { ok: true, data: null };
});

it("sends what the schema makes of the fields, with what goes along unseen and without hidden fields", async () => {
  const { actor } = await open();
  await actor.clear(nameField());
  await actor.type(nameField(), " 新名 ");
  await actor.click(save());
  expect(sent).toHaveBeenCalledWith({ name: "新名", kind: "small", kind_note: null, remark: null, version: 3 });
});

it("marks what must be filled in, says what is wrong and goes there, without sending", async () => {
  const { actor } = await open();
  expect(nameField().getAttribute("aria-required")).toBe("true");
  await actor.clear(nameField());
  await actor.click(save());
  expect(await screen.findByText("请输入名称")).toBeDefined();
  expect(document.activeElement).toBe(nameField());
  expect(sent).not.toHaveBeenCalled();
});

it("shows a field only while its condition holds, and checks rules across fields", async () => {
  const { actor } = await open();
  expect(screen.queryByRole("textbox", { name: "种类说明" })).toBeNull();
  await actor.click(screen.getByRole("textbox", { name: "种类" }));
  await actor.click(await screen.findByRole("option", { name: "其他" }));
  expect(screen.getByRole("textbox", { name: "种类说明" })).toBeDefined();
  await actor.click(save());
  expect(await screen.findByText("请说明种类")).toBeDefined();
});

it("puts the server's complaints on their fields and goes to the first", async () => {
  answer = { ok: false, error: { code: 42200, fields: [{ field: "name", label: "名称", message: "名称已被使用" }] } };
  const { actor } = await open();
  await actor.click(save());
  expect(await screen.findByText("名称已被使用")).toBeDefined();
  expect(document.activeElement).toBe(nameField());
});

it("shows both values of a record that somebody else has saved, keeps mine unless I choose, and sends the new version", async () => {
  answer = { ok: false, error: { code: 40901, data: { ...record, name: "他名", kind: "big", version: 4 } } };
  const { actor } = await open();
  await actor.clear(nameField());
  await actor.type(nameField(), "我名");
  await actor.click(save());
  const panel = await screen.findByRole("region", { name: "数据已被他人修改" });
  const name = within(panel).getByRole("radiogroup", { name: "名称" });
  expect(within(name).getByRole("radio", { name: /他名/ }).getAttribute("aria-checked")).toBe("false");
  expect(within(name).getByRole("radio", { name: /我名/ }).getAttribute("aria-checked")).toBe("true");
  // What I did not touch follows the other's change.
  const kind = within(panel).getByRole("radiogroup", { name: "种类" });
  expect(
    within(kind)
      .getByRole("radio", { name: /最新数据 大/ })
      .getAttribute("aria-checked"),
  ).toBe("true");
  answer = { ok: true, data: { ...record, version: 5 } };
  await actor.click(within(panel).getByRole("button", { name: "按所选内容保存" }));
  expect(sent).toHaveBeenLastCalledWith({ name: "我名", kind: "big", kind_note: null, remark: null, version: 4 });
  await waitFor(() => expect(screen.queryByRole("region", { name: "数据已被他人修改" })).toBeNull());
  // A form that stays open goes on with the version that it has written.
  await actor.click(save());
  expect(sent).toHaveBeenLastCalledWith(expect.objectContaining({ version: 5 }));
});

it("takes over what somebody else has changed while nothing is typed", async () => {
  const { actor } = await open();
  act(() => loadAgain({ ...record, name: "他名", version: 4 }));
  expect(nameField().value).toBe("他名");
  await actor.click(save());
  expect(sent).toHaveBeenLastCalledWith(expect.objectContaining({ name: "他名", version: 4 }));
});

it("says while one types that the record has changed, and takes neither the text nor the focus away", async () => {
  const { actor } = await open();
  await actor.type(nameField(), "二");
  act(() => loadAgain({ ...record, kind: "big", version: 4 }));
  const panel = await screen.findByRole("region", { name: "数据已被他人修改" });
  expect(nameField().value).toBe("旧名二");
  expect(document.activeElement).toBe(nameField());
  await actor.click(within(panel).getByRole("button", { name: "按所选内容保存" }));
  expect(sent).toHaveBeenLastCalledWith(expect.objectContaining({ name: "旧名二", kind: "big", version: 4 }));
});

it("asks before one leaves unsaved changes, and lets go what has been saved", async () => {
  keepToken("a.b.c", 604_800);
  const { actor } = await open();
  await actor.type(nameField(), "改");
  await actor.click(screen.getByRole("link", { name: "别处" }));
  const dialog = await screen.findByRole("dialog", { name: "确认离开" });
  expect(within(dialog).getByText("内容尚未保存，确定离开？")).toBeDefined();
  await actor.click(within(dialog).getByRole("button", { name: "继续填写" }));
  expect(nameField().value).toBe("旧名改");
  await actor.click(save());
  await actor.click(screen.getByRole("link", { name: "别处" }));
  expect(await screen.findByText("别处到了")).toBeDefined();
});

it("lets a session that has ended go without asking: the draft stays", async () => {
  clearToken();
  const { actor } = await open();
  await actor.type(nameField(), "改");
  await actor.click(screen.getByRole("link", { name: "别处" }));
  expect(await screen.findByText("别处到了")).toBeDefined();
});

it("asks the browser to stay as well", async () => {
  const { actor } = await open();
  const leave = () => fireEvent(window, new Event("beforeunload", { cancelable: true }));
  expect(leave()).toBe(true);
  await actor.type(nameField(), "改");
  expect(leave()).toBe(false);
});

it("keeps what was typed as a draft of its user and record, offers it again, and drops it with success", async () => {
  const first = await open();
  await first.actor.type(nameField(), "改");
  await waitFor(() =>
    expect(stored.get("draft:7:thing:5")).toMatchObject({ values: { name: "旧名改" }, extra: { version: 3 } }),
  );
  first.unmount();

  const { actor } = await open();
  expect(nameField().value).toBe("旧名");
  await actor.click(await screen.findByRole("button", { name: "恢复草稿" }));
  expect(nameField().value).toBe("旧名改");
  await actor.click(save());
  await waitFor(() => expect(stored.size).toBe(0));
});

it("forgets a draft that is not wanted", async () => {
  stored.set("draft:7:thing:5", { values: { ...record, name: "草稿" }, extra: { version: 3 }, at: Date.now() });
  const { actor } = await open();
  await actor.click(await screen.findByRole("button", { name: "丢弃" }));
  await waitFor(() => expect(stored.size).toBe(0));
  expect(nameField().value).toBe("旧名");
});

it("keeps the last letters when the page goes out of sight", async () => {
  const { actor } = await open();
  await actor.type(nameField(), "改");
  Object.defineProperty(document, "visibilityState", { configurable: true, value: "hidden" });
  fireEvent(document, new Event("visibilitychange"));
  Reflect.deleteProperty(document, "visibilityState");
  expect(stored.get("draft:7:thing:5")).toMatchObject({ values: { name: "旧名改" } });
});

function InDialog() {
  return (
    <>
      <RecordForm
        form={{
          schema: Thing,
          sections,
          value: record,
          extra: { version: record.version },
          draft: "thing:5",
          pending: false,
          onSubmit: sent,
        }}
        isInDialog
        onCancel={() => undefined}
      />
      <Link to="/elsewhere">别处</Link>
    </>
  );
}

it("lets a dialog's form go without asking, keeps its draft, and gives it up with 取消", async () => {
  const openDialog = async () => {
    const module = { default: InDialog };
    const view = renderRoute({ path: "/thing", module, others: { "/elsewhere": Elsewhere } }, someViewer());
    await screen.findByRole("textbox", { name: "名称" });
    return view;
  };
  const first = await openDialog();
  await first.actor.type(nameField(), "改");
  await first.actor.click(screen.getByRole("link", { name: "别处" }));
  await screen.findByText("别处到了");
  expect(stored.size).toBe(1);
  first.unmount();

  const { actor } = await openDialog();
  await actor.click(await screen.findByRole("button", { name: "恢复草稿" }));
  expect(nameField().value).toBe("旧名改");
  await actor.click(screen.getByRole("button", { name: "取消" }));
  await waitFor(() => expect(stored.size).toBe(0));
});

function Waiting() {
  const [pending, setPending] = useState(false);
  return (
    <RecordForm
      form={{
        schema: Thing,
        sections,
        value: record,
        extra: { version: 3 },
        pending,
        onSubmit: () => setPending(true),
      }}
      ways={["保存并下一个"]}
    />
  );
}

it("turns the button that was pressed alone, while none can be pressed again", async () => {
  const { actor } = renderRoute({ path: "/thing", module: { default: Waiting } }, someViewer());
  await actor.click(await screen.findByRole("button", { name: "保存并下一个" }));
  const stateOf = (name: string) => {
    const button = screen.getByRole<HTMLButtonElement>("button", { name });
    return [button.dataset.loading, button.disabled];
  };
  await waitFor(() => expect(stateOf("保存并下一个")).toEqual(["true", true]));
  expect(stateOf("保存")).toEqual([undefined, true]);
});

it("says which field was left, with what the form then holds", async () => {
  const { actor } = await open();
  await actor.type(nameField(), "二");
  await actor.tab();
  expect(left).toHaveBeenCalledWith("name", expect.objectContaining({ name: "旧名二" }));
});

it("lets a notice stand by its section, and send the form with more", async () => {
  const { actor } = await open();
  await actor.type(nameField(), "二");
  const send = screen.getByRole("button", { name: "仍然发送" });
  expect(send.closest("fieldset")?.querySelector("legend")?.textContent).toBe("基本信息");
  await actor.click(send);
  expect(sent).toHaveBeenCalledWith(expect.objectContaining({ name: "旧名二", version: 9 }));
});

it("lets a notice forget what was typed, so that one may go without being asked", async () => {
  const { actor } = await open();
  await actor.type(nameField(), "二");
  await waitFor(() => expect(stored.size).toBe(1));
  await actor.click(screen.getByRole("button", { name: "不要了" }));
  await actor.click(screen.getByRole("link", { name: "别处" }));
  expect(await screen.findByText("别处到了")).toBeDefined();
  expect(stored.size).toBe(0);
});
