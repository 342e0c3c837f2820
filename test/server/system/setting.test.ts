import { desc, eq } from "drizzle-orm";
import { describe, expect, test } from "vitest";
import { auth } from "~/contract/sign-in/auth";
import { type SettingKey, setting } from "~/contract/system/setting";
import { system } from "~/contract/system/system";
import { operationLog, setting as settingTable, user } from "~/server/database/tables/system/system";
import { hashPassword } from "~/server/identity/password-rule";
import { openSetting, readSettings } from "~/server/lib/settings";
import { desk } from "~/test/support/desk";
import { makeUser, setSetting } from "~/test/support/factories";

const { db, api, asAdmin, whoMay, logLines } = desk({ admin: { role: "super_admin", name: "韩总管" } });

type Item = { key: SettingKey; value: unknown; before?: unknown };
const save = (...items: Item[]) => asAdmin.unchecked(setting.update, { body: { items } });
const read = async () => Object.fromEntries((await asAdmin(setting.list)).data.map((row) => [row.key, row]));
const lastLine = async () => (await db.select().from(operationLog).orderBy(desc(operationLog.id)).limit(1))[0];
const wrongFields = (reply: { data: unknown }) =>
  (reply.data as { errors: { field: string; label: string; message: string }[] }).errors;

describe("settings", () => {
  test("are read with default and help, changed together, logged in words, and effective at once", async () => {
    const group = (await asAdmin(setting.list, { query: { group: "upload" } })).data;
    expect(group.map(({ key }) => key)).toContain("upload.image_mb");
    expect(group.every((row) => row.group === "upload" && row.help)).toBe(true);
    const saved = await save(
      { key: "upload.image_mb", value: 6, before: 10 },
      { key: "inquiry.work_hours", value: { days: [1, 2, 3], from: "10:00", to: "19:00" } },
      { key: "analytics.public_enabled", value: false },
    );
    expect(saved.code).toBe(200);
    const rows = await read();
    expect(rows["upload.image_mb"]).toMatchObject({ value: 6, default: 10, updated_by: { name: "韩总管" } });
    expect(await lastLine()).toMatchObject({
      action: "setting",
      summary: "修改设置：图片上传上限(MB)、工作时间、公开看板",
      changes: [
        { field: "upload.image_mb", before: "10 MB", after: "6 MB" },
        { before: "周一、周二、周三、周四、周五、周六 09:30–18:30", after: "周一、周二、周三 10:00–19:00" },
        { label: "公开看板", before: "开启", after: "关闭" },
      ],
    });
    const { data: open } = await api.send(system.publicConfig);
    expect(open).toMatchObject({ analytics_public: false, upload_limits: { "upload.image_mb": 6 } });
  });

  test("that are the default again leave no row; what changes nothing leaves no line", async () => {
    await save({ key: "pool.warn_days", value: 5 });
    await save({ key: "pool.warn_days", value: null });
    expect(await db.select().from(settingTable)).toEqual([]);
    expect((await lastLine())?.changes).toMatchObject([{ before: "5天", after: "3天" }]);
    const { id } = (await lastLine()) ?? {};
    await save({ key: "pool.warn_days", value: 3 });
    expect((await lastLine())?.id).toBe(id);
  });

  test("are all refused when one does not fit", async () => {
    const refused = await save(
      { key: "customer.cap", value: 300 },
      { key: "pool.no_follow_days", value: 0 },
      { key: "inquiry.work_hours", value: { days: [], from: "18:00", to: "09:00" } },
      { key: "inquiry.holidays", value: ["2026-02-30"] },
      { key: "map.tile_url", value: "http://tiles.example/{z}/{x}/{y}.png" },
      { key: "sso.host", value: "https://id.example/path" },
    );
    expect(refused.code).toBe(42200);
    expect(wrongFields(refused).map(({ field }) => field)).toEqual([
      "pool.no_follow_days",
      "inquiry.work_hours",
      "inquiry.holidays",
      "map.tile_url",
      "sso.host",
    ]);
    expect(wrongFields(refused)[0]).toMatchObject({ label: "未跟进N天进公海", message: "未跟进N天进公海不能小于1" });
    expect((await read())["customer.cap"]?.value).toBe(200);
  });

  test.each<[Item[], SettingKey]>([
    [[{ key: "pool.warn_days", value: 15 }], "pool.warn_days"],
    [[{ key: "pool.no_follow_days", value: 3 }], "pool.no_follow_days"],
    [[{ key: "pool.no_deal_days", value: 3 }], "pool.no_deal_days"],
    [[{ key: "sso.host", value: "https://id.example" }], "sso.host"],
    [[{ key: "sso.api_secret", value: "x" }], "sso.api_secret"],
  ])("that contradict each other are refused at the changed one: %j", async (items, field) => {
    expect(wrongFields(await save(...items)).map((error) => error.field)).toEqual([field]);
  });

  test("that contradict one which is not changed are refused at their own", async () => {
    await setSetting(db, "pool.no_deal_days", 10);
    expect(wrongFields(await save({ key: "pool.warn_days", value: 10 }))).toMatchObject([{ field: "pool.warn_days" }]);
    expect((await save({ key: "pool.warn_days", value: 9 })).code).toBe(200);
  });

  test("that contradicted each other before are refused only where one of them is changed", async () => {
    await setSetting(db, "pool.warn_days", 20);
    expect((await save({ key: "customer.cap", value: 300 })).code).toBe(200);
    expect((await save({ key: "pool.no_follow_days", value: 21 })).code).toBe(200);
  });

  test("that go together are taken: a limit that is off, and an address and a secret with their application", async () => {
    expect((await save({ key: "pool.no_deal_days", value: 0 })).code).toBe(200);
    const given = [
      { key: "sso.host", value: "https://id.example" },
      { key: "sso.client_id", value: "desk" },
      { key: "sso.api_secret", value: "x" },
      { key: "sso.api_client_id", value: "desk-api" },
    ] as const;
    expect((await save(...given)).code).toBe(200);
    const cleared = async (...keys: SettingKey[]) => save(...keys.map((key) => ({ key, value: null })));
    const refused = await cleared("sso.client_id", "sso.api_client_id");
    expect(wrongFields(refused).map(({ field }) => field)).toEqual(["sso.client_id", "sso.api_client_id"]);
    expect((await cleared(...given.map(({ key }) => key))).code).toBe(200);
  });

  test("name the sites whose pages may post: https, or one's own machine", async () => {
    const sites = (value: string) => save({ key: "site.origins", value, before: "" });
    for (const wrong of ["http://www.example.com", "https://www.example.com/jp", "ftp://localhost"])
      expect(wrongFields(await sites(wrong)).map(({ field }) => field)).toEqual(["site.origins"]);
    const taken = "https://www.example.com, http://localhost:5173, http://127.0.0.1:3000";
    expect((await sites(taken)).code).toBe(200);
  });

  test("which others have changed meanwhile are not written over", async () => {
    await save({ key: "customer.cap", value: 250, before: 200 });
    const late = await save(
      { key: "customer.cap", value: 180, before: 200 },
      { key: "customer.lock_limit", value: 5, before: 10 },
    );
    expect(late).toMatchObject({ code: 40901, data: { "customer.cap": 250, "customer.lock_limit": 10 } });
    expect((await save({ key: "customer.cap", value: 250, before: 200 })).code).toBe(200);
    expect((await save({ key: "customer.cap", value: 180, before: 250 })).code).toBe(200);
  });

  test("of one are changed by two at once one after the other", async () => {
    const both = await Promise.all([
      save({ key: "customer.cap", value: 300, before: 200 }),
      save({ key: "customer.cap", value: 400, before: 200 }),
    ]);
    expect(both.map(({ code }) => code).sort()).toEqual([200, 40901]);
  });

  test("that are unknown or linked are nobody's", async () => {
    expect((await read())["slack.bot_token" as SettingKey]).toBeUndefined();
    expect((await save({ key: "slack.bot_token", value: "xoxb" })).code).toBe(42200);
    expect((await save({ key: "no.such" as SettingKey, value: 1 })).code).toBe(42200);
    expect((await save()).code).toBe(42200);
  });
});

describe("a secret", () => {
  test("is kept sealed, never told, kept by an empty text and cleared by null", async () => {
    await save({ key: "wecom.secret", value: "corp-secret-1" });
    expect((await read())["wecom.secret"]).toMatchObject({ value: "******", is_secret: true });
    const opened = async () => openSetting(api.services, await readSettings(db), "wecom.secret");
    expect(await opened()).toBe("corp-secret-1");
    expect(JSON.stringify(await db.select().from(settingTable))).not.toContain("corp-secret-1");
    await save({ key: "wecom.secret", value: "" }, { key: "wecom.agent_id", value: "1000002" });
    await save({ key: "wecom.secret", value: "******" });
    expect(await opened()).toBe("corp-secret-1");
    await save({ key: "wecom.secret", value: "corp-secret-2" });
    expect((await lastLine())?.changes).toEqual([
      { field: "wecom.secret", label: "企业微信应用密钥", before: "******", after: "******" },
    ]);
    await save({ key: "wecom.secret", value: null });
    expect((await read())["wecom.secret"]?.value).toBe("");
    expect((await lastLine())?.changes).toMatchObject([{ before: "******", after: null }]);
    expect(JSON.stringify(await logLines())).not.toContain("corp-secret");
  });
});

describe("another platform behind the same sign-in", () => {
  test("unbinds everybody from the former", async () => {
    const bound = await makeUser(db, { sso_subject: "subject-1", wecom_userid: "wang" });
    const bindings = async () => {
      const [row] = await db.select().from(user).where(eq(user.id, bound.id));
      return [row?.sso_subject, row?.wecom_userid];
    };
    await save({ key: "wecom.corp_id", value: "ww1" }, { key: "sso.client_id", value: "desk" });
    expect(await bindings()).toEqual(["subject-1", "wang"]);
    await save({ key: "sso.host", value: "https://id.example" });
    expect(await bindings()).toEqual([null, "wang"]);
    expect((await lastLine())?.summary).toBe("修改设置：单点登录地址；解除了 1 名员工的单点登录绑定");
    await save({ key: "wecom.corp_id", value: "ww2" });
    expect(await bindings()).toEqual([null, null]);
  });
});

test("how long a sign-in holds is what the settings say at that moment", async () => {
  await makeUser(db, { email: "one@demo.test", password_hash: await hashPassword("long-password-1") });
  await save({ key: "auth.token_ttl_hours", value: 50 });
  const body = { email: "one@demo.test", password: "long-password-1", remember: false };
  expect((await api.send(auth.login, { body })).data.expires_in).toBe(50 * 3600);
});

test("a stored value that its definition no longer takes counts as the default", async () => {
  await setSetting(db, "inquiry.work_hours", { days: "all" });
  expect((await read())["inquiry.work_hours"]?.value).toEqual({
    days: [1, 2, 3, 4, 5, 6],
    from: "09:30",
    to: "18:30",
  });
});

whoMay(setting, { all: "SA" }, { "/system/setCenter": "SM" });
