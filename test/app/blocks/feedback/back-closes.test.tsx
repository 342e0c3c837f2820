import { useNavigate } from "@remix-run/react";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useRef, useState } from "react";
import { beforeEach, expect, it, vi } from "vitest";
import { keepToken } from "~/app/api/cookie";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { Sheet } from "~/app/blocks/feedback/sheet";
import { SideDrawer } from "~/app/blocks/feedback/side-drawer";
import { useAddressDialog } from "~/app/blocks/feedback/use-address-dialog";
import { OverlayGuard } from "~/app/blocks/form/leave-guard";
import { Link } from "~/app/blocks/link";
import { useSetAddress } from "~/app/blocks/use-set-address";
import { renderRoute, someViewer } from "~/test/support/render-route";

const load = vi.fn<() => unknown>(() => null);

type Name = "sheet" | "drawer" | "dialog" | "form" | "forced";

function Typed() {
  const isDirty = useRef(false);
  return (
    <>
      <OverlayGuard isDirty={isDirty} />
      <input aria-label="备注" onChange={(event) => (isDirty.current = event.currentTarget.value !== "")} />
    </>
  );
}

function Page() {
  const [open, setOpen] = useState<readonly Name[]>([]);
  const named = useAddressDialog("add");
  const setAddress = useSetAddress();
  const navigate = useNavigate();
  const button = (label: string, onClick: () => void) => (
    <button type="button" onClick={onClick}>
      {label}
    </button>
  );
  const show = (name: Name) => button(`open ${name}`, () => setOpen((now) => [...now, name]));
  const close = (name: Name) => () => setOpen((now) => now.filter((one) => one !== name));
  return (
    <>
      {show("sheet")}
      {show("drawer")}
      {show("form")}
      {show("forced")}
      {button("open address", () => named.open("add"))}
      <Sheet isOpen={open.includes("sheet")} onClose={close("sheet")} title="sheet">
        {button("sheet to drawer", () => setOpen(["drawer"]))}
        {button("narrow", () => setAddress({ sum: 1 }, { replace: true }))}
      </Sheet>
      <SideDrawer opened={open.includes("drawer")} onClose={close("drawer")} title="drawer">
        {show("dialog")}
        {button("all away", () => setOpen([]))}
        <Link to="/elsewhere">link</Link>
      </SideDrawer>
      {open.includes("dialog") ? (
        <Dialog onClose={close("dialog")} title="dialog">
          {button("save", () => {
            setOpen([]);
            navigate("/elsewhere");
          })}
        </Dialog>
      ) : null}
      {open.includes("form") ? (
        <Dialog onClose={close("form")} title="form">
          <Typed />
        </Dialog>
      ) : null}
      {open.includes("forced") ? (
        <Dialog
          onClose={close("forced")}
          title="forced"
          withCloseButton={false}
          closeOnEscape={false}
          closeOnClickOutside={false}
        />
      ) : null}
      {named.opened ? <Dialog onClose={named.close} title="address" /> : null}
    </>
  );
}

const others = { "/before": () => <Link to="/page">in</Link>, "/elsewhere": () => <p>elsewhere</p> };

/** At the page, with one before it in the history. */
async function open() {
  const view = renderRoute(
    { path: "/page", module: { default: Page, clientLoader: load }, at: "/before", others },
    someViewer(),
  );
  await view.actor.click(await screen.findByText("in"));
  await screen.findByText("open drawer");
  load.mockClear();
  const press = async (name: string) => view.actor.click(await screen.findByText(name));
  const shut = async () => view.actor.click(await screen.findByLabelText("关闭"));
  return { ...view, press, shut };
}

const shown = (...names: string[]) =>
  waitFor(() =>
    expect(screen.queryAllByRole("dialog").map((one) => one.querySelector("h2")?.textContent)).toEqual(names),
  );
const depth = (view: { place: { depth: () => number } }, expected: number) =>
  waitFor(() => expect(view.place.depth()).toBe(expected));

beforeEach(() => keepToken("token", 604_800));

it.each(["sheet", "drawer", "form", "address"])(
  "closes a %s by Back, and leaves the page by the next one",
  async (name) => {
    const view = await open();
    await view.press(`open ${name}`);
    await shown(name);
    await depth(view, 1);
    view.place.go(-1);
    await shown();
    await depth(view, 0);
    expect(view.place.href).toBe("/page");
    if (name !== "address") expect(load).not.toHaveBeenCalled();
    view.place.go(-1);
    expect(await screen.findByText("in")).toBeDefined();
  },
);

it.each(["sheet", "drawer", "form", "address"])("leaves no entry of a %s that its cross has closed", async (name) => {
  const view = await open();
  await view.press(`open ${name}`);
  await depth(view, 1);
  await view.shut();
  await shown();
  await depth(view, 0);
  if (name !== "address") expect(load).not.toHaveBeenCalled();
  view.place.go(-1);
  expect(await screen.findByText("in")).toBeDefined();
});

it("closes only what lies on top", async () => {
  const view = await open();
  await view.press("open drawer");
  await depth(view, 1);
  await view.press("open dialog");
  await depth(view, 2);
  view.place.go(-1);
  await shown("drawer");
  await view.press("open dialog");
  await depth(view, 2);
  view.place.go(-2);
  await shown();
  expect(load).not.toHaveBeenCalled();
  view.place.go(-1);
  expect(await screen.findByText("in")).toBeDefined();
});

it("counts what closes and what opens by one press together, and what closes at once", async () => {
  const view = await open();
  await view.press("open sheet");
  await depth(view, 1);
  await view.press("sheet to drawer");
  await shown("drawer");
  await depth(view, 1);
  await view.press("open dialog");
  await depth(view, 2);
  fireEvent.click(screen.getByText("all away"));
  await shown();
  await depth(view, 0);
  expect(load).not.toHaveBeenCalled();
  view.place.go(-1);
  expect(await screen.findByText("in")).toBeDefined();
});

it.each(["link", "save"])("leaves no entry behind where a %s leads elsewhere", async (way) => {
  const view = await open();
  await view.press("open drawer");
  if (way === "save") await view.press("open dialog");
  await depth(view, way === "save" ? 2 : 1);
  await view.press(way);
  await screen.findByText("elsewhere");
  view.place.go(-1);
  await screen.findByText("open drawer");
  await shown();
  await depth(view, 0);
  view.place.go(-1);
  expect(await screen.findByText("in")).toBeDefined();
});

it("takes a change of the address to the page, once, and keeps the overlay", async () => {
  const view = await open();
  await view.press("open sheet");
  await depth(view, 1);
  await view.press("narrow");
  await waitFor(() => expect(view.place.href).toBe("/page?sum=1"));
  await depth(view, 1);
  await shown("sheet");
  expect(load).toHaveBeenCalledTimes(1);
  view.place.go(-1);
  await shown();
  expect(view.place.href).toBe("/page?sum=1");
  view.place.go(-1);
  expect(await screen.findByText("in")).toBeDefined();
});

it("asks before Back closes what is not saved", async () => {
  const view = await open();
  await view.press("open form");
  await view.actor.type(await screen.findByLabelText("备注"), "改");
  await depth(view, 1);
  view.place.go(-1);
  await screen.findByText("内容尚未保存，确定离开？");
  await depth(view, 2);
  // The question is closed by Back as well.
  view.place.go(-1);
  await shown("form");
  expect(screen.getByLabelText<HTMLInputElement>("备注").value).toBe("改");
  view.place.go(-1);
  await depth(view, 2);
  await view.actor.click(await screen.findByText("离开", { selector: "button *" }));
  await shown();
  await depth(view, 0);
  expect(load).not.toHaveBeenCalled();
  view.place.go(-1);
  expect(await screen.findByText("in")).toBeDefined();
});

it("is the page alone where Forward leads to an overlay that is gone", async () => {
  const view = await open();
  await view.press("open drawer");
  await depth(view, 1);
  view.place.go(-1);
  await shown();
  view.place.go(1);
  await depth(view, 0);
  await shown();
  view.place.go(-1);
  expect(await screen.findByText("in")).toBeDefined();
});

it("opens again by Forward what has an address", async () => {
  const view = await open();
  await view.press("open address");
  await depth(view, 1);
  view.place.go(-1);
  await shown();
  await depth(view, 0);
  view.place.go(1);
  await shown("address");
  await depth(view, 1);
  view.place.go(-1);
  await shown();
  view.place.go(-1);
  expect(await screen.findByText("in")).toBeDefined();
});

it("keeps what opens while an address is still being left", async () => {
  const view = await open();
  await view.press("open address");
  await depth(view, 1);
  let answer: (data: null) => void = () => undefined;
  load.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  await view.shut();
  await waitFor(() => expect(view.place.href).toBe("/page"));
  await view.press("open drawer");
  await shown("drawer", "address");
  answer(null);
  await shown("drawer");
  await depth(view, 1);
  view.place.go(-1);
  await shown();
});

it("leaves alone what cannot be closed", async () => {
  const view = await open();
  await view.press("open forced");
  await shown("forced");
  await depth(view, 0);
  view.place.go(-1);
  expect(await screen.findByText("in")).toBeDefined();
});
