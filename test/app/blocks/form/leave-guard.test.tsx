import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useRef, useState } from "react";
import { expect, it, vi } from "vitest";
import { keepToken } from "~/app/api/cookie";
import { LeaveGuard } from "~/app/blocks/form/leave-guard";
import { Link } from "~/app/blocks/link";
import { renderRoute, someViewer } from "~/test/support/render-route";

function Part({ label }: { label: string }) {
  const isDirty = useRef(false);
  return (
    <>
      <LeaveGuard isDirty={isDirty} />
      <input aria-label={label} onChange={(event) => (isDirty.current = event.currentTarget.value !== "")} />
    </>
  );
}

function Page() {
  const [hasForm, setForm] = useState(true);
  return (
    <>
      {hasForm ? <Part label="资料" /> : null}
      <Part label="相册" />
      <button type="button" onClick={() => setForm(false)}>
        收起资料
      </button>
      <Link to="/elsewhere">离开本页</Link>
    </>
  );
}

it("asks once for all parts of a page, whichever is unsaved, and goes on asking when one of them is gone", async () => {
  keepToken("token", 604_800);
  const warned: unknown[] = [];
  vi.spyOn(console, "warn").mockImplementation((text) => warned.push(text));
  const others = { "/elsewhere": () => <p>别处</p> };
  const { actor } = renderRoute({ path: "/page", module: { default: Page }, others }, someViewer());
  await actor.type(await screen.findByLabelText("相册"), "改");
  await actor.click(screen.getByText("离开本页"));
  fireEvent.click(await screen.findByText("继续填写"));
  await waitFor(() => expect(screen.queryByText("继续填写")).toBeNull());
  await actor.click(screen.getByText("收起资料"));
  await actor.click(screen.getByText("离开本页"));
  expect(await screen.findAllByText("内容尚未保存，确定离开？")).toHaveLength(1);
  fireEvent.click(screen.getByText("离开", { selector: "button *" }));
  expect(await screen.findByText("别处")).toBeDefined();
  // The router complains of a second blocker.
  expect(warned.filter((text) => String(text).includes("blocker"))).toEqual([]);
});
