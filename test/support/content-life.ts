import { describe, expect, test } from "vitest";
import { richTags } from "~/contract/content/rich-text";
import type { Endpoint, Reply } from "~/contract/endpoint";
import type { Permission } from "~/contract/permissions";
import type { video } from "~/contract/resource/video";
import { batch } from "~/contract/shared/batch";
import { isoInstant } from "~/server/database/tables/columns";
import { publishScheduled } from "~/server/jobs/content/publish-scheduled";
import type { Wire } from "./api";
import type { desk } from "./desk";
import { makeUser, setSetting } from "./factories";
import { refusedAt } from "./refused";
import { faultsIn } from "./rich-faults";
import { inParts, scriptPayloads } from "./script-payloads";
import type { As } from "./signed-in";

type Act = "publish" | "schedule" | "unschedule" | "offline" | "toDraft";
type Approval = "submit" | "submitDraft" | "submitBatch" | "approve" | "sendBack" | "withdraw";
type Copy = "draft" | "saveDraft" | "publishDraft" | "revisions" | "revision" | "restore" | "previewLink";
/** What `contentEndpoints` makes. */
export type Content = Record<
  "list" | "get" | "create" | "update" | "remove" | "publishBatch" | "offlineBatch" | Act | Copy | Approval,
  Endpoint
>;
/** How a test writes and publishes what is of one kind: `whole` makes the form of one that may be published. */
export function contentOf<C extends Content>(by: As, kind: C, whole: (over: object) => Promise<object> | object) {
  const common = kind as unknown as typeof video; // all kinds share its acts
  type Answer = Promise<Wire<Reply<C["get"]>>>;
  const get = async (id: number): Promise<Reply<C["get"]>> =>
    (await by.unchecked(kind.get as C["get"], { params: { id } })).data;
  const add = async (over: object = {}) => (await by.unchecked(common.create, { body: await whole(over) })).data.id;
  const act = async (name: Act, id: number, more: object = {}): Answer => {
    const { version } = (await by(common.get, { params: { id } })).data;
    return by.unchecked(kind[name] as C["get"], { params: { id }, body: { version, ...more } });
  };
  return {
    get,
    add,
    act,
    schedule: (id: number, at: Date) => act("schedule", id, { publish_at: at.toISOString() }),
    /** Saves its form as it is now, but for this. */
    save: async (id: number, over: object, as = by): Answer =>
      as.unchecked(kind.update as C["get"], { params: { id }, body: { ...((await get(id)) as object), ...over } }),
    /** A published one. */
    async live(over: object = {}): Promise<number> {
      const id = await add(over);
      expect(await act("publish", id)).toMatchObject({ code: 200 });
      return id;
    },
  };
}

interface ContentLife {
  by: As;
  /** Somebody who may edit and not publish, where the kind tells the two apart. */
  writer?: As;
  /** The form of a draft that may not be published, and the fields that say so. */
  least: object | (() => Promise<object>);
  demanded: string[];
  /** What one that is public does not lose, and its field. */
  broken: [over: object, field: string];
  /** A change that its versions name, and its label. */
  change: object;
  label: string;
  /** What the log's lines call one, after the verb. */
  named: string;
  /** The public list. */
  path: string;
  /** Where the public sees one that is public; the list by default. */
  shownAt?: (item: { id: number; slug?: string }) => string;
  /** Where the public reads one whose `content` is a rich text. */
  readAt?: (item: { id: number; slug?: string }) => string;
}

type Desk = Pick<ReturnType<typeof desk>, "db" | "api" | "ask" | "read" | "at" | "logLines" | "runDue">;

/** Tests what every kind of content promises of its life (domain C.7), its draft copy, its versions and its acts in bulk. */
export function contentLife<C extends Content>(
  { db, api, ask, read, at, logLines, runDue }: Desk,
  given: C,
  items: ReturnType<typeof contentOf<C>>,
  { by, writer, least, demanded, broken, change, label, named, path, shownAt, readAt }: ContentLife,
): void {
  const kind = given as unknown as typeof video; // all kinds share its acts
  const { get, add, act, schedule, save, live } = items as unknown as ReturnType<typeof contentOf<typeof video>>;
  const call = (endpoint: Endpoint, id: number, body: object = {}, as = by) =>
    as.unchecked(endpoint, { params: { id }, body });
  const versionsOf = async (id: number) => (await by(kind.revisions, { params: { id } })).data;
  const askFor = (item: { id: number; slug?: string }) => ask(shownAt?.(item) ?? path);
  const pageOf = async (id: number, draft = false) => {
    const { data } = await by(kind.previewLink, { params: { id }, query: draft ? { draft } : {} });
    return (await api.app.request(`http://desk.local${data.url}`)).text();
  };

  describe("as every kind of content", () => {
    test("a draft need not be whole; what becomes public, and what is, must be", async () => {
      const body = typeof least === "function" ? await least() : least;
      const { id } = (await by.unchecked(kind.create, { body })).data;
      const refused: Wire<unknown> = await act("publish", id);
      const { errors } = refused.data as { errors: { field: string; message: string }[] };
      expect([refused.code, errors.map(({ field }) => field).sort()]).toEqual([42200, [...demanded].sort()]);
      // List and form have said so before.
      expect((await get(id)).blocked).toEqual({ publish: errors.map(({ message }) => message).join("；") });
      expect((await get(await add())).blocked).toEqual({});
      expect(await schedule(id, at(5))).toMatchObject({ code: 42200 });
      expect(await save(await live(), broken[0])).toMatchObject(refusedAt(broken[1]));
    });

    test("it is a draft, scheduled, public at its minute, off line, a draft again and deleted, each in the log", async () => {
      const id = await add();
      const may = { schedule: true, unschedule: false, offline: false, to_draft: false, delete: true, save_live: true };
      expect(await get(id)).toMatchObject({ publish_status: "draft", draft: null, can: { publish: true, ...may } });
      expect(await schedule(id, at(-1))).toMatchObject(refusedAt("publish_at"));
      const publish_at = isoInstant(at(5));
      expect((await schedule(id, at(5))).data).toMatchObject({ publish_status: "scheduled", publish_at });
      expect(await call(kind.remove, id)).toMatchObject({ code: 40902 });
      expect((await act("unschedule", id)).data.publish_status).toBe("draft");
      await schedule(id, at(5));

      api.setClock(at(5));
      // No job has run.
      const { version, can } = await get(id);
      expect(can).toMatchObject({ offline: true, publish: false, unschedule: false });
      expect(await act("unschedule", id)).toMatchObject({ code: 40902 });
      for (const minutes of [5, 6]) await runDue(publishScheduled, at(minutes));
      api.resetClock();
      // Written down, whatever the clock says.
      expect(await get(id)).toMatchObject({ publish_status: "published", publish_at, version });
      api.setClock(at(5));

      expect((await act("offline", id)).data).toMatchObject({ publish_status: "offline", publish_at });
      expect(await act("offline", id)).toMatchObject({ code: 40902 });
      // Back on line it keeps its day; as a draft it gets another.
      expect((await act("publish", id)).data.publish_at).toBe(publish_at);
      await act("offline", id);
      expect((await act("toDraft", id)).data).toMatchObject({ publish_status: "draft", publish_at: null });
      expect(await call(kind.remove, id)).toMatchObject({ code: 200 });
      expect(await call(kind.get, id)).toMatchObject({ code: 40400 });
      const own = (await logLines()).filter(({ summary }) => summary.includes(named));
      expect(
        own.map(({ summary, user_id }) => `${summary.replace(named, "").trim()}${user_id ? "" : " by a job"}`),
      ).toEqual([
        ...["新增", "定时（2026-11-20 12:05）发布", "取消定时发布", "定时（2026-11-20 12:05）发布"],
        ...["定时发布 by a job", "下线", "发布", "下线", "转为草稿", "删除"],
      ]);
    });

    test("one with an end is off line from that moment on, whatever the job has written", async () => {
      const id = await add({ offline_at: at(10).toISOString() });
      const piece = await get(id);
      const shown = async () => (await (await askFor(piece)).text()).includes(piece.title);
      const offline = async () => {
        const { data } = await by.unchecked(kind.list, { query: { status: ["offline"] } });
        return data.list.map((one) => one.id);
      };
      expect(await schedule(id, at(10))).toMatchObject(refusedAt("offline_at"));
      const { publish_at } = (await act("publish", id)).data;
      expect([await shown(), await offline()]).toEqual([true, []]);
      expect(await save(id, { offline_at: at(0).toISOString() })).toMatchObject(refusedAt("offline_at"));
      api.setClock(at(9.5));
      expect((await askFor(piece)).headers.get("cache-control")).toBe("public, max-age=30, s-maxage=30");

      api.setClock(at(10));
      expect([await shown(), await offline()]).toEqual([false, [id]]);
      const may = { publish: true, offline: false, to_draft: true, delete: true, save_live: true };
      const why = "下线时间应晚于现在和发布时间";
      const { version } = await get(id);
      expect(await get(id)).toMatchObject({ publish_status: "offline", can: may, blocked: { publish: why } });
      for (const minutes of [10, 11]) await runDue(publishScheduled, at(minutes));
      api.resetClock();
      // Written down, whatever the clock says.
      expect(await get(id)).toMatchObject({ publish_status: "offline", version });
      api.setClock(at(10));
      expect((await logLines()).filter(({ summary }) => summary.startsWith("到期下线"))).toHaveLength(1);
      expect(await act("publish", id)).toMatchObject(refusedAt("offline_at"));
      await save(id, { offline_at: null });
      expect((await act("publish", id)).data).toMatchObject({ publish_status: "published", publish_at });
      api.resetClock();
    });

    test("an edit of a piece that has just ended does not bring it back", async () => {
      const id = await live({ offline_at: at(5).toISOString() });
      api.setClock(at(5));
      expect((await save(id, { offline_at: null }, writer)).data).toMatchObject({ publish_status: "offline" });
      const piece = await get(id);
      expect(await (await askFor(piece)).text()).not.toContain(piece.title);
      api.resetClock();
    });

    test("a piece whose turn and end have both come before the job is public no more, and both are in the log", async () => {
      const id = await add({ offline_at: at(7).toISOString() });
      await schedule(id, at(5));
      const piece = await get(id);
      api.setClock(at(5));
      expect((await askFor(piece)).headers.get("cache-control")).toBe("public, max-age=60, s-maxage=60");
      api.setClock(at(6.5));
      expect((await askFor(piece)).headers.get("cache-control")).toBe("public, max-age=30, s-maxage=30");
      api.setClock(at(8));
      expect(await get(id)).toMatchObject({ publish_status: "offline", can: { unschedule: false, schedule: true } });
      await runDue(publishScheduled, at(8));
      const own = (await logLines()).filter(({ summary }) => summary.endsWith(named)).map(({ summary }) => summary);
      expect(own.slice(-2)).toEqual([`定时发布${named}`, `到期下线${named}`]);
      api.resetClock();
    });

    test("of two who save at once the later is told; versions are kept and restored, by who may publish", async () => {
      const id = await live();
      const form = await get(id);
      expect((await save(id, {})).data.version).toBe(form.version);
      const next = { ...change, version: form.version + 1 };
      expect((await save(id, change)).data).toMatchObject(next);
      expect(await save(id, { ...change, version: form.version })).toMatchObject({ code: 40901, data: next });
      expect(await act("offline", id, { version: form.version })).toMatchObject({ code: 40901 });
      const versions = await versionsOf(id);
      expect(versions.map(({ changed }) => changed)).toEqual([[label], []]);
      const params = { id, revision_id: versions[1]?.id ?? 0 };
      const { diff } = (await by(kind.revision, { params })).data;
      expect(JSON.stringify(diff)).not.toContain("[object");
      const body = { version: form.version + 1 };
      if (writer) expect(await writer(kind.restore, { params, body })).toMatchObject({ code: 40300 });
      const names = Object.keys(change) as (keyof typeof form)[];
      expect((await by(kind.restore, { params, body })).data).toMatchObject(
        Object.fromEntries(names.map((name) => [name, form[name]])),
      );
    });

    test("a draft copy waits next to what is public, is previewed, and published by who may", async () => {
      const id = await live();
      const form = await get(id);
      const { version, title } = form;
      const copy = { ...form, title: "修改稿里写的另一个标题", base_version: version, draft_version: 0 };
      if (writer) {
        const draft = { version: 1, base_version: version, is_stale: false };
        const saved = { title, version, has_draft: true, can: { save_live: false }, draft };
        expect((await save(id, copy, writer)).data).toMatchObject(saved);
        Object.assign(copy, { title: "再次修改以后的一个标题", draft_version: 1 });
      }
      expect((await call(kind.saveDraft, id, copy, writer)).data).toMatchObject({ title: copy.title });
      expect(await call(kind.saveDraft, id, copy, writer)).toMatchObject({ code: 40901 });
      expect((await call(kind.draft, id)).data).toMatchObject({ title: copy.title });
      expect(await pageOf(id, true)).toContain(`<h1>${copy.title}</h1>`);
      expect(await pageOf(id)).toContain(`<h1>${title}</h1>`);
      expect(await (await ask(path)).text()).not.toContain(copy.title);
      const body = { draft_version: copy.draft_version + 1 };
      if (writer) expect(await call(kind.publishDraft, id, body, writer)).toMatchObject({ code: 40300 });
      const after = { title: copy.title, version: version + 1, draft: null, publish_status: "published" };
      expect((await call(kind.publishDraft, id, body)).data).toMatchObject(after);
      expect(await call(kind.draft, id)).toMatchObject({ code: 40400 });
      // A draft is edited itself.
      const wrong = { ...copy, base_version: 1, draft_version: 0 };
      expect(await call(kind.saveDraft, await add(), wrong)).toMatchObject({ code: 40902 });
    });

    test("acts in bulk answer row by row and are undone", async () => {
      const [one, two, shown] = [await add(), await add(), await live()];
      const undo = async (id: number | null) => (await by(batch.undo, { params: { id: id ?? 0 } })).data.success;
      const done = (await by(kind.publishBatch, { body: { ids: [one, two, shown, 999_999] } })).data;
      expect(done.success).toEqual([one, two]);
      expect(done.failed.map(({ id, code }) => `${id} ${code}`)).toEqual([`${shown} 40902`, "999999 40400"]);
      expect(await undo(done.batch_id)).toEqual([one, two]);
      expect((await get(one)).publish_status).toBe("draft");
      await undo((await by(kind.offlineBatch, { body: { ids: [shown] } })).data.batch_id);
      expect((await get(shown)).publish_status).toBe("published");
    });

    test("where a second person is asked, nothing becomes public, or changes what is, without one, whatever the way", async () => {
      await setSetting(db, "content.approval", "four_eyes");
      const codes = [kind.list, kind.create, kind.publish].map(({ permission }) => permission);
      const other = await api.as((await makeUser(db, { permissions: codes as Permission[] })).id);
      const id = await add();
      const first = await get(id);
      const may = { publish: false, schedule: false, submit: true, review: false, withdraw: false };
      expect(first).toMatchObject({ approval: null, can: may });
      expect(await act("publish", id)).toMatchObject({ code: 40902 });
      expect(await schedule(id, at(5))).toMatchObject({ code: 40902 });
      expect((await by(kind.publishBatch, { body: { ids: [id] } })).data.success).toEqual([]);

      const { version } = first;
      const waits = { status: "pending", act: "publish", publish_at: null, version };
      const submitted = (await call(kind.submit, id, { version })).data;
      const mayNow = { submit: false, review: false, withdraw: true };
      expect(submitted).toMatchObject({ publish_status: "draft", approval: waits, can: mayNow });
      expect(await call(kind.submit, id, { version })).toMatchObject({ code: 40902 });
      // Its last author cannot approve it in any way.
      expect(await call(kind.approve, id, { version })).toMatchObject({ code: 40902 });
      expect(await act("publish", id)).toMatchObject({ code: 40902 });
      expect(await call(kind.sendBack, id, { version, reason: "再看看" })).toMatchObject({ code: 40902 });
      // What is edited meanwhile is not what was handed in.
      expect((await save(id, change)).data.approval).toBeNull();
      expect(await call(kind.approve, id, { version }, other)).toMatchObject({ code: 40902 });

      const next = { version: version + 1 };
      await call(kind.submit, id, { ...next, publish_at: at(5).toISOString() });
      const reason = "标题再改改";
      const returned = (await call(kind.sendBack, id, { ...next, reason }, other)).data;
      expect(returned).toMatchObject({ publish_status: "draft", approval: { status: "returned", reason } });
      await call(kind.submit, id, { ...next, publish_at: at(5).toISOString() });
      expect(await call(kind.withdraw, id, next)).toMatchObject({ data: { approval: null } });
      await call(kind.submit, id, { ...next, publish_at: at(5).toISOString() });
      const approved = (await call(kind.approve, id, next, other)).data;
      expect(approved).toMatchObject({ publish_status: "scheduled", publish_at: isoInstant(at(5)), approval: null });

      // A publisher's changes of what is scheduled or public wait, too.
      const title = "须经他人审核的另一个标题";
      const saved = (await save(id, { title })).data;
      expect(saved).toMatchObject({ title: first.title, has_draft: true, can: { save_live: false, publish: true } });
      const params = { id, revision_id: (await versionsOf(id)).at(-1)?.id ?? 0 };
      const body = { version: saved.version };
      expect(await by(kind.restore, { params, body })).toMatchObject({ code: 40902 });
      const draft = { draft_version: 1 };
      expect(await call(kind.publishDraft, id, draft, other)).toMatchObject({ code: 40902 });
      expect((await call(kind.submitDraft, id, draft)).data).toMatchObject({ approval: { act: "draft", version: 1 } });
      expect(await call(kind.publishDraft, id, draft)).toMatchObject({ code: 40902 });
      expect(await call(kind.approve, id, { version: 1 })).toMatchObject({ code: 40902 });
      const changed = (await call(kind.approve, id, { version: 1 }, other)).data;
      expect(changed).toMatchObject({ title, draft: null, has_draft: false, approval: null });

      // Several at once: handed in, and approved by somebody else.
      const [one, two] = [await add(), await add()];
      const ids = [one, two];
      expect((await by(kind.submitBatch, { body: { ids } })).data.success).toEqual(ids);
      const { data } = await by.unchecked(kind.list, { query: { status: ["pending"] } });
      expect(data.list.map((row) => row.id).sort()).toEqual(ids);
      expect((await by(kind.publishBatch, { body: { ids } })).data.failed.map(({ code }) => code)).toEqual([
        40902, 40902,
      ]);
      expect((await other(kind.publishBatch, { body: { ids } })).data.success).toEqual(ids);
      expect((await get(one)).publish_status).toBe("published");
    });

    if (!readAt) return;
    test("no script of a list of attempts leaves in form, version, preview or public read", async () => {
      const text = "东京湾岸地区的新盘陆续入市，交通与配套日渐成熟，价格与租金的变化一文看懂。";
      for (const some of inParts(scriptPayloads())) {
        const id = await live({ content: `<p>${text.repeat(2)}</p>${some}` });
        const form = (await get(id)) as { id: number; content?: string };
        const params = { id, revision_id: (await versionsOf(id))[0]?.id ?? 0 };
        const { snapshot }: { snapshot: typeof form } = (await by(kind.revision, { params })).data;
        for (const { content = "" } of [form, snapshot, await read(readAt(form))]) {
          expect(content).toContain(text);
          expect(faultsIn(content, [...richTags, "iframe"], "/api/upload/media/")).toEqual([]);
        }
        const page = await pageOf(id);
        expect(/<div class="text">([\s\S]*)<\/div>/.exec(page)?.[1]).toContain(text);
        expect(page).not.toMatch(/<script|javascript:|onerror/i);
      }
    });
  });
}
