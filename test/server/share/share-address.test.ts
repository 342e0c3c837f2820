import { describe, expect, test } from "vitest";
import { share } from "~/contract/share/share";
import { special } from "~/contract/special/special";
import { createApp } from "~/server/app";
import { createLog } from "~/server/lib/log";
import { desk } from "~/test/support/desk";
import { type ShareBody, shareDesk } from "~/test/support/share";

const here = desk({
  admin: { role: "super_admin", name: "管理员" },
  sales: { role: "sales", name: "林顾问", phone_cc: "86", phone: "13900000001", team: "东京" },
});
const { api, make, rowsIn, sales, asAdmin, asSales } = here;
const { estate, send, withAddress, wait, request, documentOf } = shareDesk(here);

const read = async (path: string) => documentOf(await request(path));
const wordsOf = async (path: string) => (await read(path)).body.textContent ?? "";
const sendOne = async (more: Partial<ShareBody> = {}) => {
  await withAddress();
  return { sent: await send(asSales, { kind: "estate", estate_ids: [(await estate()).id], ...more }) };
};

describe("the address of a share", () => {
  test("is unknown by another token (404), over when its time has come or it is withdrawn (410), in its language", async () => {
    const { sent } = await sendOne({ language: "ja", days: 1 });
    const { sent: other } = await sendOne();
    const statusOf = async (path: string) => (await request(path)).status;
    const paths = (path: string) => [path, `${path}/file/1.x`];
    const wrong = `${sent.path.slice(0, -1)}${sent.path.endsWith("A") ? "B" : "A"}`;
    for (const path of [...paths(wrong), "/s/v", "/s/v/x"]) expect([path, await statusOf(path)]).toEqual([path, 404]);
    expect((await request(wrong, { method: "POST" })).status).toBe(404);
    expect((await request(wrong)).headers.get("cache-control")).toBe("no-store");
    await asSales(share.withdraw, { params: { id: other.id } });
    wait(86_400);
    for (const path of [...paths(sent.path), ...paths(other.path)])
      expect([path, await statusOf(path)]).toEqual([path, 410]);
    expect(await wordsOf(sent.path)).toContain("有効期限");
    expect((await request(sent.path, { method: "POST" })).status).toBe(410);
    expect(await rowsIn("inquiry")).toEqual([]);
  });

  test("has its pictures under its own address, and only as long as it is", async () => {
    const { sent } = await sendOne();
    const { sent: other } = await sendOne();
    const src = (await read(sent.path)).querySelector("img")?.getAttribute("src") ?? "";
    expect(src.startsWith(`${sent.path}/file/`)).toBe(true);
    const [file] = await rowsIn("media", { id: Number(src.split("/").at(-1)?.split(".")[1]) });
    await api.services.storage.write(file?.key ?? "", new Response(new Uint8Array(68)).body as never, 68);
    const reply = await request(src);
    expect([reply.status, reply.headers.get("content-type"), reply.headers.get("cache-control")]).toEqual([
      ...[200, "image/png", "no-store"],
    ]);
    expect((await reply.arrayBuffer()).byteLength).toBe(68);
    // A name is another share's at its address, and made up anywhere.
    const name = src.split("/").at(-1);
    expect((await request(`${other.path}/file/${name}`)).status).toBe(404);
    expect((await request(`${sent.path}/file/${name}x`)).status).toBe(404);
    await asSales(share.withdraw, { params: { id: sent.id } });
    expect((await request(src)).status).toBe(410);
  });

  test("leaves no token in the server's log", async () => {
    const { sent } = await sendOne();
    const lines: string[] = [];
    const log = createLog("info", { write: (line) => void lines.push(line) });
    const app = createApp({ ...api.services, log });
    for (const path of [sent.path, `${sent.path}/open`, `${sent.path}/file/1.x`])
      await app.request(`http://desk.local${path}`, { method: path.endsWith("open") ? "POST" : "GET" });
    expect(lines.map((line) => JSON.parse(line).path)).toEqual(["/s/v/…", "/s/v/…/open", "/s/v/…/file/…"]);
    expect(lines.join()).not.toContain(sent.path.split("/").at(-1));
  });

  test("keeps its first segment: no special page has the address v", async () => {
    const cover = await make.media({ uploader: sales.id, scene: "content", is_private: false });
    const body = { name: "V", title: "V", cover_id: cover.id } as const;
    const create = (slug: string | null) => asAdmin(special.create, { body: { ...body, slug } as never });
    expect(await create("v")).toMatchObject({ code: 42200, data: { errors: [{ field: "slug" }] } });
    const { id } = (await create(null)).data;
    expect((await asAdmin(special.get, { params: { id } })).data.slug).toBe("v-2");
    expect((await asAdmin(special.slug, { query: { slug: "v" } })).data).toMatchObject({ is_free: false });
  });
});
