import { useLoaderData } from "@remix-run/react";
import { fireEvent, screen } from "@testing-library/react";
import { beforeEach, expect, it } from "vitest";
import { Pictures } from "~/app/features/album/pictures";
import { renderRoute, someViewer } from "~/test/support/render-route";

let loads = 0;
const pictures = ["门厅.jpg", "客厅.jpg", "阳台.jpg"].map((name, index) => ({ id: index + 1, name }));

function Page() {
  const token = useLoaderData<string>();
  return <Pictures pictures={pictures.map((one) => ({ ...one, url: `/${one.id}/${token}` }))} />;
}

const open = () =>
  renderRoute(
    {
      path: "/list",
      module: {
        default: Page,
        clientLoader: () => `token${++loads}`,
      },
    },
    someViewer(),
  );

beforeEach(() => {
  loads = 0;
});

const shown = () => screen.findByRole("dialog").then((dialog) => dialog.querySelector("img"));

it("opens a picture over the screen, goes on by key and button, and closes by Esc", async () => {
  const { actor } = open();
  await actor.click(await screen.findByRole("button", { name: "查看图片客厅.jpg" }));
  expect((await shown())?.getAttribute("alt")).toBe("客厅.jpg");
  expect(screen.getByText("2 / 3")).toBeDefined();
  await actor.keyboard("{ArrowRight}");
  expect((await shown())?.getAttribute("alt")).toBe("阳台.jpg");
  expect(screen.queryByRole("button", { name: "下一张" })).toBeNull();
  await actor.keyboard("{ArrowRight}");
  await actor.click(screen.getByRole("button", { name: "上一张" }));
  expect((await shown())?.getAttribute("alt")).toBe("客厅.jpg");
  await actor.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
});

it("enlarges by button, tap and two fingers, and turns by a stroke", async () => {
  const { actor } = open();
  await actor.click(await screen.findByRole("button", { name: "查看图片门厅.jpg" }));
  const width = async () => (await shown())?.style.width;
  await actor.click(await screen.findByRole("button", { name: "放大" }));
  expect(await width()).toBe("250%");
  await actor.click(screen.getByRole("button", { name: "缩小" }));
  expect(await width()).toBe("100%");
  const finger = async (kind: "pointerDown" | "pointerMove" | "pointerUp", pointerId: number, clientX: number) => {
    const stage = (await shown())?.parentElement;
    // jsdom's pointer events carry no numbers of their own.
    const event = new MouseEvent(kind.toLowerCase(), { bubbles: true, clientX, clientY: 10 });
    Object.defineProperty(event, "pointerId", { value: pointerId });
    if (stage) fireEvent(stage, event);
  };
  await finger("pointerDown", 1, 100);
  await finger("pointerUp", 1, 102);
  expect(await width()).toBe("250%");
  await finger("pointerDown", 1, 100);
  await finger("pointerUp", 1, 100);
  await finger("pointerDown", 1, 100);
  await finger("pointerDown", 2, 200);
  await finger("pointerMove", 2, 300);
  await finger("pointerUp", 2, 300);
  await finger("pointerUp", 1, 100);
  expect(await width()).toBe("200%");
  await actor.click(screen.getByRole("button", { name: "缩小" }));
  await finger("pointerDown", 1, 300);
  await finger("pointerUp", 1, 100);
  expect((await shown())?.getAttribute("alt")).toBe("客厅.jpg");
});

it("asks for new addresses when one has run out, but not again and again", async () => {
  open();
  const button = await screen.findByRole("button", { name: "查看图片客厅.jpg" });
  const picture = () => button.querySelector("img") as HTMLImageElement;
  const first = picture().src;
  fireEvent.error(picture());
  await expect.poll(() => picture().src).not.toBe(first);
  expect(loads).toBe(2);
  fireEvent.error(picture());
  fireEvent.load(picture());
  fireEvent.error(picture());
  await expect.poll(() => loads).toBe(3);
});
