import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { beforeEach, expect, it, type MockInstance, vi } from "vitest";
import { keepToken } from "~/app/api/cookie";
import * as uploading from "~/app/api/upload";
import type { WriteError } from "~/app/api/writes";
import { AlbumPanel } from "~/app/features/album/album-panel";
import { type Album, type AlbumEntry, type AlbumReplace, emptyAlbum } from "~/contract/house/album";
import { renderRoute, someViewer } from "~/test/support/render-route";

const entry = (media_id: number, name: string, given: Partial<AlbumEntry> = {}): AlbumEntry => ({
  media_id,
  name,
  category: "exterior",
  caption: null,
  sort: media_id,
  is_cover: false,
  is_film: false,
  url: `/whole/${media_id}`,
  thumb: `/thumb/${media_id}`,
  ...given,
});

let asked: { filename: string; scene: string }[] = [];
let bodies: AlbumReplace[] = [];
/** How the server answers the next save, instead of taking it. */
let refusal: WriteError | undefined;

let send: MockInstance<typeof uploading.upload>;

beforeEach(() => {
  asked = [];
  bodies = [];
  refusal = undefined;
  send = vi.spyOn(uploading, "upload").mockResolvedValue(null);
  keepToken("token", 604_800);
  let urls = 0;
  URL.createObjectURL = () => `blob:${++urls}`;
  URL.revokeObjectURL = () => undefined;
  vi.stubGlobal("fetch", async (url: string, init?: RequestInit) => {
    const body = init?.body ? JSON.parse(String(init.body)) : {};
    const ok = (data: unknown) => Response.json({ code: 200, message: "", data });
    if (url.includes("/config/public")) return ok({ upload_limits: { "upload.image_mb": 1, "upload.video_mb": 2 } });
    if (url.includes("/upload/token")) {
      asked.push(body);
      return ok({ media_id: 100 + asked.length, upload_url: "/put", headers: {} });
    }
    return ok({ id: body.media_id, name: asked[body.media_id - 101]?.filename, mime: "", size: 3, url: "" });
  });
});

/** What the server makes of a save, as far as a block can tell. */
function kept({ items }: AlbumReplace, before: readonly AlbumEntry[]): Album {
  const known = (id: number) => before.find(({ media_id }) => media_id === id);
  const entries = items.map(({ media_id, caption, ...item }, sort) => ({
    ...(known(media_id) ?? entry(media_id, `${media_id}.png`)),
    ...item,
    caption: typeof caption === "string" ? caption : null,
    is_cover: item.is_cover ?? false,
    sort,
  }));
  return { version: `after ${bodies.length}`, items: entries };
}

function Screen({ first, mayEdit = true }: { first: Album | undefined; mayEdit?: boolean }) {
  const [album, setAlbum] = useState(first);
  return (
    <>
      <button type="button" onClick={() => setAlbum({ version: emptyAlbum, items: [] })}>
        楼栋已新增
      </button>
      <AlbumPanel
        album={album}
        mayEdit={mayEdit}
        pending={false}
        onSave={(body, then) => {
          bodies.push(body);
          if (refusal) then.onError(refusal);
          else then.onSuccess(kept(body, album?.items ?? []));
        }}
      />
    </>
  );
}

const open = (items: AlbumEntry[] | undefined, mayEdit = true) =>
  renderRoute(
    {
      path: "/album",
      module: {
        default: () => <Screen first={items && { version: "first", items }} mayEdit={mayEdit} />,
      },
    },
    someViewer(),
  );
const png = (name: string, size = 3) => new File([new Uint8Array(size)], name, { type: "image/png", lastModified: 1 });
const input = () => screen.findByLabelText("选择文件：添加图片或视频");
const choose = async (...files: File[]) => fireEvent.change(await input(), { target: { files } });
const names = () =>
  screen
    .queryAllByLabelText(/^(查看图片|播放)/)
    .map((button) => button.getAttribute("aria-label")?.replace(/^(查看图片|播放)/, ""));
const save = () => fireEvent.click(screen.getByText("保存相册"));

it("sends at most three at a time, keeps the order of choosing, tells doubles and what it does not take, and saves all at once", async () => {
  const waiting: (() => void)[] = [];
  send.mockImplementation(() => new Promise((done) => waiting.push(() => done(null))));
  open([]);
  const film = new File(["x"], "讲解.mp4", { type: "video/mp4" });
  await choose(
    png("一.png"),
    png("二.png"),
    png("三.png"),
    png("四.png"),
    film,
    png("一.png"),
    new File(["x"], "图.gif"),
  );
  expect(
    await screen.findByText(/一\.png：已选择过同一文件；图\.gif：仅支持JPG、PNG、WEBP图片和MP4视频/),
  ).toBeDefined();
  await waitFor(() => expect(waiting).toHaveLength(3));
  expect(screen.getByText("正在上传，还有5个，已完成0个")).toBeDefined();
  // The second is quicker than the first.
  await act(async () => waiting[1]?.());
  await waitFor(() => expect(waiting).toHaveLength(4));
  for (const index of [0, 2, 3]) await act(async () => waiting[index]?.());
  await waitFor(() => expect(waiting).toHaveLength(5));
  await act(async () => waiting[4]?.());
  expect(await screen.findByText("已上传5个")).toBeDefined();
  expect(names()).toEqual(["一.png", "二.png", "三.png", "四.png", "讲解.mp4"]);
  expect(screen.getByText("有未保存的修改")).toBeDefined();
  save();
  const sent = bodies[0]?.items.map(({ category, sort }) => [category, sort]);
  expect(bodies[0]?.version).toBe("first");
  expect(sent).toEqual([
    ["exterior", 0],
    ["exterior", 1],
    ["exterior", 2],
    ["exterior", 3],
    ["video", 4],
  ]);
  await waitFor(() => expect(screen.queryByText("有未保存的修改")).toBeNull());
});

it("shows beside each file why it failed, and tries one or all again, or gives them up", async () => {
  send.mockRejectedValueOnce(new Error("请求错误")).mockRejectedValueOnce(new Error("请求错误"));
  open([]);
  await choose(png("一.png"), png("二.png", 4), png("大.png", 1_100_000));
  expect(await screen.findByText("3个失败", { exact: false })).toBeDefined();
  expect(screen.getByText("大.png：文件超过1MB")).toBeDefined();
  fireEvent.click(screen.getByLabelText("取消大.png"));
  fireEvent.click(screen.getByLabelText("重试一.png"));
  await waitFor(() => expect(names()).toEqual(["一.png"]));
  fireEvent.click(screen.getByLabelText("重试二.png"));
  await waitFor(() => expect(names()).toEqual(["一.png", "二.png"]));
  expect(screen.getByText("已上传2个")).toBeDefined();
});

it("puts several into a category, captions one, moves it, makes it the cover, and asks before one that is saved goes", async () => {
  open([
    entry(1, "a.jpg", { is_cover: true }),
    entry(2, "b.jpg"),
    entry(3, "c.mp4", { is_film: true, category: "video", thumb: null }),
  ]);
  fireEvent.click(await screen.findByLabelText("选择b.jpg"));
  fireEvent.click(screen.getByText("全选"));
  expect(screen.getByText("已选3项")).toBeDefined();
  fireEvent.click(screen.getByText("修改分类"));
  fireEvent.click(await screen.findByText("大堂", { selector: "[role=menuitem] *" }));
  fireEvent.click(screen.getByLabelText("将b.jpg设为封面"));
  fireEvent.click(screen.getByLabelText("编辑b.jpg"));
  fireEvent.change(await screen.findByLabelText("说明"), { target: { value: "夜景" } });
  fireEvent.click(screen.getByText("移到最前"));
  fireEvent.click(screen.getByText("完成"));
  expect(names()).toEqual(["夜景", "a.jpg", "c.mp4"]);
  fireEvent.click(screen.getByLabelText("移除a.jpg"));
  expect(await screen.findByText(/将从相册移除1项/)).toBeDefined();
  fireEvent.click(screen.getByText("移除", { selector: "section button *" }));
  save();
  expect(bodies[0]?.items).toEqual([
    { media_id: 2, category: "lobby", caption: "夜景", sort: 0, is_cover: true },
    { media_id: 3, category: "video", caption: null, sort: 1, is_cover: false },
  ]);
});

it("shows both albums when somebody else has saved meanwhile, and joins them without losing what either added", async () => {
  open([entry(1, "a.jpg"), entry(2, "b.jpg")]);
  fireEvent.click(await screen.findByLabelText("将b.jpg设为封面"));
  const theirs = { version: "theirs", items: [entry(2, "b.jpg", { category: "lobby" }), entry(9, "新.jpg")] };
  refusal = { code: 40901, message: "数据已被他人修改，请刷新", data: theirs, fields: [] };
  save();
  expect(await screen.findByText(/对方已删除1项，不能恢复/)).toBeDefined();
  refusal = undefined;
  fireEvent.click(screen.getByText("合并"));
  expect(names()).toEqual(["b.jpg", "新.jpg"]);
  save();
  expect(bodies[1]).toMatchObject({
    version: "theirs",
    items: [
      { media_id: 2, category: "lobby", is_cover: true },
      { media_id: 9, is_cover: false },
    ],
  });
});

it("keeps what was added before its owner was made, and saves it then; tells why a save was refused", async () => {
  open(undefined);
  expect(await screen.findByText("新增后自动保存相册")).toBeDefined();
  await choose(png("一.png"));
  await waitFor(() => expect(names()).toEqual(["一.png"]));
  refusal = {
    code: 42200,
    message: "校验失败",
    data: null,
    fields: [{ field: "items", label: "相册", message: "图片最多60张" }],
  };
  fireEvent.click(screen.getByText("楼栋已新增"));
  expect(await screen.findByText("图片最多60张")).toBeDefined();
  expect(bodies).toMatchObject([{ version: emptyAlbum, items: [{ media_id: 101 }] }]);
  expect(names()).toEqual(["一.png"]);
});

it("is only shown to those who may not edit it", async () => {
  open([entry(1, "a.jpg"), entry(2, "b.jpg", { category: "lobby" })], false);
  fireEvent.click(await screen.findByText("大堂", { selector: "button" }));
  expect(screen.queryByLabelText("查看图片a.jpg")).toBeNull();
  fireEvent.click(screen.getByLabelText("查看图片b.jpg"));
  expect(await screen.findByLabelText("图片预览")).toBeDefined();
  expect(screen.queryByText("保存相册")).toBeNull();
});
