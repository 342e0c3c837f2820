import { Editor } from "@tiptap/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { keepToken } from "~/app/api/cookie";
import * as uploading from "~/app/api/upload";
import { extensions } from "~/app/features/editor/extensions";
import { fetchMissing, fillMissing } from "~/app/features/editor/insert-pictures";
import { cleanPasted } from "~/app/features/editor/paste";

const article = (count: number) =>
  Array.from(
    { length: count },
    (_, at) => `<p>第${at}段</p><img data-src="https://mmbiz.qpic.cn/${at}.png" alt="图${at}">`,
  ).join("");

let editor: Editor;
let sent = 0;
const fetched: string[] = [];

beforeEach(() => {
  sent = 0;
  fetched.length = 0;
  keepToken("token", 604_800);
  vi.spyOn(uploading, "upload").mockResolvedValue(null);
  URL.createObjectURL = () => "blob:1";
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    const body = init?.body ? JSON.parse(String(init.body)) : {};
    const ok = (data: unknown) => Response.json({ code: 200, message: "", data });
    if (url.includes("/config/public")) return ok({ upload_limits: { "upload.image_mb": 10 } });
    if (url.includes("/media/fetch")) {
      fetched.push(body.url);
      return body.url.includes("/0.png")
        ? ok({ id: 70, url: "/70" })
        : Response.json({ code: 42200, message: "参数有误", data: { errors: [] } }, { status: 422 });
    }
    if (url.includes("/upload/token")) return ok({ media_id: ++sent, upload_url: "/put", headers: {} });
    return ok({ id: body.media_id, name: "图.png", mime: "image/png", size: 3, url: "/x" });
  });
  editor = new Editor({ extensions, content: cleanPasted(article(3)) });
});
afterEach(() => editor.destroy());

const kinds = () => {
  const found: [string, unknown, unknown][] = [];
  editor.state.doc.descendants(({ type, attrs }) => {
    if (type.name === "missing" || type.name === "picture")
      found.push([type.name, attrs.mediaId ?? null, attrs.alt ?? attrs.value ?? null]);
  });
  return found;
};
const png = (name: string) => new File([new Uint8Array(3)], name, { type: "image/png" });

it("fills missing pictures from the pressed one on, in the order of the files; what is left comes behind the last", async () => {
  let second = 0;
  let count = 0;
  editor.state.doc.descendants(({ type }, at) => {
    if (type.name === "missing" && ++count === 2) second = at;
  });
  await fillMissing(editor, [png("1.png"), png("2.png"), png("3.png")], second);
  expect(kinds()).toEqual([
    ["missing", null, "图0"],
    ["picture", 1, "图1"],
    ["picture", 2, "图2"],
    ["picture", 3, null],
  ]);
});

it("lets the server fetch pictures of a pasted article; what is refused stays missing, and no address is left in the text", async () => {
  expect(editor.getHTML()).not.toContain("mmbiz");
  await Promise.all([0, 1].map((at) => fetchMissing(editor, `https://mmbiz.qpic.cn/${at}.png`)));
  expect(kinds()).toEqual([
    ["picture", 70, "图0"],
    ["missing", null, "图1"],
    ["missing", null, "图2"],
  ]);
  expect(fetched).toEqual(["https://mmbiz.qpic.cn/0.png", "https://mmbiz.qpic.cn/1.png"]);
});
