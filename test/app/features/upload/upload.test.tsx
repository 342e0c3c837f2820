import { createEvent, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it, type MockInstance, vi } from "vitest";
import { keepToken } from "~/app/api/cookie";
import * as uploading from "~/app/api/upload";
import { Upload } from "~/app/features/upload/upload";
import type { UploadScene } from "~/contract/shared/upload";
import { renderRoute, someViewer } from "~/test/support/render-route";

const asked: { filename: string; mime: string; scene: string }[] = [];
let held: readonly number[] = [];

let send: MockInstance<typeof uploading.upload>;

beforeEach(() => {
  asked.length = 0;
  held = [];
  send = vi.spyOn(uploading, "upload").mockResolvedValue(null);
  keepToken("token", 604_800);
  let urls = 0;
  URL.createObjectURL = () => `blob:${++urls}`;
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    const body = init?.body ? JSON.parse(String(init.body)) : {};
    const ok = (data: unknown) => Response.json({ code: 200, message: "", data });
    if (url.includes("/config/public")) return ok({ upload_limits: { "upload.image_mb": 1, "upload.annex_mb": 1 } });
    if (url.includes("/upload/token")) {
      asked.push(body);
      return ok({ media_id: asked.length, upload_url: "/put", headers: {} });
    }
    const about = asked[body.media_id - 1];
    return ok({ id: body.media_id, name: about?.filename, mime: about?.mime, size: 3, url: "" });
  });
});

function Form({ scene }: { scene: UploadScene }) {
  const [value, setValue] = useState<number[]>([]);
  held = value;
  return (
    <form>
      <textarea aria-label="内容" />
      <Upload media={{ scene }} label="图片" max={2} value={value} onChange={setValue} />
    </form>
  );
}
const open = (scene: UploadScene = "tracking") =>
  renderRoute({ path: "/form", module: { default: () => <Form scene={scene} /> } }, someViewer());

const png = (name: string, size = 3) => new File([new Uint8Array(size)], name, { type: "image/png" });

function paste(target: Element, files: File[], types: string[] = ["Files"]) {
  const event = createEvent.paste(target, { clipboardData: { files, types } });
  fireEvent(target, event);
  return event.defaultPrevented;
}

it("takes pictures that are pasted anywhere in the form, but leaves a text its own", async () => {
  open();
  const text = await screen.findByRole("textbox", { name: "内容" });
  expect(paste(text, [png("截图.png")])).toBe(true);
  expect(await screen.findByRole("button", { name: "查看图片截图.png" })).toBeDefined();
  expect(held).toEqual([1]);
  expect(paste(text, [png("文字的样子.png")], ["text/plain", "Files"])).toBe(false);
  expect(paste(text, [])).toBe(false);
  expect(asked).toHaveLength(1);
});

it("takes what is dropped beside it in its form; elsewhere a drop is not its own", async () => {
  open();
  await screen.findByRole("group", { name: "图片" });
  const drop = (target: Element) => {
    const event = createEvent.drop(target, { dataTransfer: { types: ["Files"], files: [png("一.png")] } });
    fireEvent(target, event);
    return event.defaultPrevented;
  };
  expect(drop(document.body)).toBe(false);
  expect(held).toEqual([]);
  // The form says that a file may fall anywhere in it, for as long as one is held above it.
  const box = screen.getByRole("textbox");
  const shows = () => box.closest("form")?.hasAttribute("data-offered");
  const over = { dataTransfer: { types: ["Files"] } };
  fireEvent.dragOver(box, over);
  expect(shows()).toBe(true);
  fireEvent.dragOver(document.body, over);
  expect(shows()).toBe(false);
  fireEvent.dragOver(box, over);
  expect(drop(box)).toBe(true);
  expect(shows()).toBe(false);
  await waitFor(() => expect(held).toEqual([1]));
});

it("takes what is dropped on the block, up to its limit, and shows it large", async () => {
  const { actor } = open();
  const block = await screen.findByRole("group", { name: "图片" });
  fireEvent.drop(block, { dataTransfer: { files: [png("一.png"), png("二.png"), png("三.png")] } });
  expect(await screen.findByText("图片最多2张")).toBeDefined();
  await waitFor(() => expect(held).toEqual([1, 2]));
  expect(screen.queryByRole("button", { name: /添加/ })).toBeNull();
  await actor.click(screen.getByRole("button", { name: "查看图片二.png" }));
  expect(await screen.findByText("2 / 2")).toBeDefined();
  await actor.keyboard("{Escape}");
  await actor.click(screen.getByRole("button", { name: "移除一.png" }));
  expect(held).toEqual([2]);
});

it("offers the camera beside the album on the phone", async () => {
  vi.spyOn(window.navigator, "userAgent", "get").mockReturnValue("wxwork/4.1.0");
  open();
  expect(await screen.findByRole("button", { name: "拍照" })).toBeDefined();
  expect(screen.getByRole("button", { name: "相册" })).toBeDefined();
  const camera = screen.getByLabelText("拍摄图片");
  expect(camera.getAttribute("capture")).toBe("environment");
  expect(screen.getByLabelText("选择图片").hasAttribute("capture")).toBe(false);
});

it("says which files it does not take, and tells a document without a kind by its ending", async () => {
  const { actor } = open("annex");
  const input = await screen.findByLabelText("选择图片");
  await actor.upload(input, png("大.png", 1_100_000));
  expect(await screen.findByText("大.png：文件超过1MB")).toBeDefined();
  fireEvent.change(input, { target: { files: [new File(["x"], "合同.docx", { type: "" })] } });
  expect(await screen.findByText("DOCX")).toBeDefined();
  await waitFor(() => expect(held).toEqual([1]));
  expect(asked[0]?.mime).toContain("wordprocessingml");
  fireEvent.change(input, { target: { files: [new File(["x"], "程序.exe", { type: "application/x-msdownload" })] } });
  expect(await screen.findByText("程序.exe：仅支持JPG、PNG、WEBP、PDF、DOCX、XLSX")).toBeDefined();
  expect(held).toEqual([1]);
});

it("keeps a picture that could not be sent, to be tried again", async () => {
  send.mockRejectedValueOnce(new Error("lost"));
  const { actor } = open();
  await actor.upload(await screen.findByLabelText("选择图片"), png("一.png"));
  await actor.click(await screen.findByRole("button", { name: "上传失败点此重试：一.png" }));
  expect(await screen.findByRole("button", { name: "查看图片一.png" })).toBeDefined();
  expect(held).toEqual([2]);
});
