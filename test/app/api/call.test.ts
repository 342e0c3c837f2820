import { notifications } from "@mantine/notifications";
import Cookies from "js-cookie";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import { call } from "~/app/api/call";
import { CallError } from "~/app/api/call-error";
import { clearToken, keepToken, token } from "~/app/api/cookie";
import { changeUserInfo, persisted, rememberLogin } from "~/app/browser/persisted";
import { consumeReturn, noteVisit } from "~/app/browser/return-path";
import { provideRouter } from "~/app/browser/router-access";
import { signOut } from "~/app/session/sign-in";
import { endpoint } from "~/contract/endpoint";
import { lsnCookie, lsnHeader } from "~/contract/lsn";

const list = endpoint("GET /api/thing", "列表", "signed-in", {
  query: z.object({
    page: z.number().optional(),
    status: z.array(z.string()).optional(),
    keyword: z.string().optional(),
  }),
  reply: z.object({ list: z.array(z.number()) }),
});
const change = endpoint("PUT /api/thing/{id}", "修改", "signed-in", {
  body: z.object({ name: z.string() }),
  reply: z.null(),
});
const create = endpoint("POST /api/thing", "新增", "signed-in", { reply: z.null() });
const open = endpoint("GET /api/open", "公开", "public", { reply: z.string() });

const fetched = vi.fn<typeof fetch>();
const shown = vi.spyOn(notifications, "show");

const answer = (status: number, body: unknown, headers: Record<string, string> = {}) =>
  fetched.mockImplementation(
    async () => new Response(typeof body === "string" ? body : JSON.stringify(body), { status, headers }),
  );

const ok = (data: unknown, headers?: Record<string, string>) =>
  answer(200, { code: 200, message: "ok", data }, headers);

const texts = () => shown.mock.calls.map(([toast]) => toast.message);

const failure = async (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => "no failure",
    (error: unknown) => error,
  );

beforeEach(() => {
  fetched.mockReset();
  vi.stubGlobal("fetch", fetched);
  shown.mockReset();
  vi.spyOn(notifications, "show").mockImplementation(shown);
  keepToken("first-token", 604_800);
});

afterEach(() => {
  vi.useRealTimers();
  clearToken();
});

describe("a request", () => {
  it("carries path parameters, the wire's query, the JSON body and the bearer of the cookie", async () => {
    ok({ list: [1] });
    await call(list, { query: { page: 2, status: ["new", "lost"], keyword: "" } });
    await call(change, { params: { id: 7 }, body: { name: "甲" } });
    const [first, second] = fetched.mock.calls;
    expect(first?.[0]).toBe("/api/thing?page=2&status=new%2Clost");
    expect(new Headers(first?.[1]?.headers).get("authorization")).toBe("Bearer first-token");
    expect(second?.[0]).toBe("/api/thing/7");
    expect(second?.[1]).toMatchObject({ method: "PUT", body: '{"name":"甲"}' });
    expect(new Headers(second?.[1]?.headers).get("content-type")).toBe("application/json");
  });

  it("carries a key of its own where it makes something", async () => {
    ok(null);
    await call(create);
    await call(create);
    await call(change, { params: { id: 7 }, body: { name: "甲" } });
    const sent = fetched.mock.calls.map(([, init]) => Object.fromEntries(new Headers(init?.headers)));
    const keys = sent.map((headers) => headers["idempotency-key"]);
    expect(keys).toEqual([expect.stringMatching(/^.{32}$/), expect.stringMatching(/^.{32}$/), undefined]);
    expect(keys[0]).not.toBe(keys[1]);
  });

  it("keeps the furthest place of the database's log that it was told, as a cookie for all reads", async () => {
    Cookies.remove(lsnCookie);
    const toldOf = async (lsn: string) => {
      ok(null, { [lsnHeader]: lsn });
      await call(create);
      return Cookies.get(lsnCookie);
    };
    expect(await toldOf("0/9")).toBe("0/9");
    // As texts the later ones would come first.
    expect(await toldOf("0/10")).toBe("0/10");
    expect(await toldOf("0/FFFFFFFF")).toBe("0/FFFFFFFF");
    expect(await toldOf("1/0")).toBe("1/0");
    expect(await toldOf("0/FFFFFFFF")).toBe("1/0");
    expect(await toldOf("10/0")).toBe("10/0");
    expect(await toldOf("9/FFFFFFFF")).toBe("10/0");
    for (const wrong of ["", "20", "20/0; path=/", "123456789/0", "g/0"]) expect(await toldOf(wrong)).toBe("10/0");
    Cookies.remove(lsnCookie);
  });

  it("takes only the parts that the endpoint has", () => {
    // @ts-expect-error the endpoint has a body
    () => call(change, { params: { id: 7 } });
    // @ts-expect-error and a parameter
    () => call(change, { body: { name: "甲" } });
    // @ts-expect-error this one has neither
    () => call(list, { params: { id: 7 } });
    expect(fetched).not.toHaveBeenCalled();
  });

  it("is not sent without a token, but leads to /login without a word", async () => {
    clearToken();
    const thrown = await failure(call(list));
    expect(thrown).toBeInstanceOf(Response);
    expect((thrown as Response).headers.get("Location")).toBe("/login");
    expect(fetched).not.toHaveBeenCalled();
    expect(texts()).toEqual([]);
  });

  it("needs no token for a public endpoint", async () => {
    clearToken();
    ok("hello");
    expect(await call(open)).toBe("hello");
  });
});

describe("a success", () => {
  it.each([200, 0])("is the body code %i and gives its data", async (code) => {
    answer(200, { code, message: "ok", data: { list: [3] } });
    expect(await call(list)).toEqual({ list: [3] });
  });

  it("may have an empty body", async () => {
    answer(200, "");
    expect(await call(change, { params: { id: 1 }, body: { name: "乙" } })).toBeNull();
  });

  it.each(["Bearer second-token", "second-token"])(
    "renews the cookie from the header authorization: %s",
    async (header) => {
      ok({ list: [] }, { authorization: header });
      await call(list);
      expect(token()).toBe("second-token");
    },
  );

  it("does not bring back a session that has been ended meanwhile", async () => {
    fetched.mockImplementation(async () => {
      clearToken();
      return new Response('{"code":200,"data":null}', { headers: { authorization: "second-token" } });
    });
    await call(list);
    expect(token()).toBeUndefined();
  });
});

describe("an ended session (401)", () => {
  const toLogin = vi.fn();
  const checkAccess = vi.fn();
  let takeBack: () => void;

  beforeEach(() => {
    toLogin.mockReset();
    checkAccess.mockReset();
    takeBack = provideRouter({ toLogin, checkAccess });
    answer(401, { code: 40100, message: "登录已过期，请重新登录", data: null });
  });
  afterEach(() => takeBack());

  it("clears token and data, tells once and goes to /login once, however many calls fail together", async () => {
    rememberLogin({ email: "a@b.cn", password: "x", remember: true });
    changeUserInfo("王小明");
    const thrown = await Promise.all([failure(call(list)), failure(call(list)), failure(call(open))]);
    for (const redirect of thrown) expect((redirect as Response).headers.get("Location")).toBe("/login");
    expect(texts()).toEqual(["登录已过期，请重新登录"]);
    expect(toLogin).toHaveBeenCalledOnce();
    expect(token()).toBeUndefined();
    expect(persisted().user).toEqual({ userInfo: "", loginInfo: { email: "a@b.cn", password: "x", remember: true } });
  });

  it("is replaced, not pushed, so that Back is not trapped", async () => {
    const thrown = (await failure(call(list))) as Response;
    expect(thrown.headers.get("X-Remix-Replace")).toBe("true");
  });

  it("that another tab has noticed already leads away without a word", async () => {
    fetched.mockImplementation(async () => {
      // The cookie is every tab's.
      clearToken();
      return new Response('{"code":40100,"message":"登录已过期，请重新登录"}', { status: 401 });
    });
    const thrown = (await failure(call(list))) as Response;
    expect(thrown.headers.get("Location")).toBe("/login");
    expect(checkAccess).toHaveBeenCalledOnce();
    expect(toLogin).not.toHaveBeenCalled();
    expect(texts()).toEqual([]);
  });

  it("noticed between the access rule and the call is remembered as well", async () => {
    noteVisit(new URL("/customer/publicCustomer?page=4", window.location.origin));
    clearToken();
    await failure(call(list));
    expect(consumeReturn()).toBe("/customer/publicCustomer?page=4");
  });

  it("remembers the interrupted screen for the next sign-in", async () => {
    noteVisit(new URL("/customer/publicCustomer?page=3", window.location.origin));
    await failure(call(list));
    expect(consumeReturn()).toBe("/customer/publicCustomer?page=3");
  });

  it("leaves a session alone that has begun since the call was sent", async () => {
    fetched.mockImplementation(async () => {
      keepToken("newer-token", 604_800);
      return new Response('{"code":40100,"message":"登录已过期，请重新登录"}', { status: 401 });
    });
    expect(await failure(call(list))).toMatchObject({ status: 401 });
    expect(token()).toBe("newer-token");
    expect(toLogin).not.toHaveBeenCalled();
  });
});

describe("a refusal", () => {
  it("shows the server's message and hands on status, code and data", async () => {
    answer(409, { code: 40901, message: "数据已被他人修改，请刷新", data: { version: 3 } });
    const error = await failure(call(change, { params: { id: 1 }, body: { name: "丙" } }));
    expect(error).toBeInstanceOf(CallError);
    expect(error).toMatchObject({
      status: 409,
      code: 40901,
      message: "数据已被他人修改，请刷新",
      data: { version: 3 },
    });
    expect(texts()).toEqual(["数据已被他人修改，请刷新"]);
  });

  it("may come with HTTP 200 and another body code, which is passed on as well", async () => {
    answer(200, { code: 40903, message: "已被他人领取", data: { owner: "李" } });
    expect(await failure(call(list))).toMatchObject({ status: 200, code: 40903, data: { owner: "李" } });
    expect(texts()).toEqual(["已被他人领取"]);
  });

  it("of the input (422) shows the first field's own words, and carries the fields", async () => {
    const errors = [{ field: "name", label: "姓名", message: "请输入姓名" }];
    answer(422, { code: 42200, message: "校验失败", data: { errors } });
    expect(await failure(call(list))).toMatchObject({ code: 42200, fields: errors });
    expect(texts()).toEqual(["请输入姓名"]);
  });

  it("of the input with words of its own shows those", async () => {
    const errors = [{ field: "cover", label: "封面", message: "上架前需要：封面" }];
    answer(422, { code: 42200, message: "还不能上架，需要：封面", data: { errors } });
    expect(await failure(call(list))).toMatchObject({ code: 42200, fields: errors });
    expect(texts()).toEqual(["还不能上架，需要：封面"]);
  });

  it("of the input without fields shows its own message", async () => {
    answer(422, { code: 42200, message: "请缩小筛选范围", data: null });
    await failure(call(list));
    expect(texts()).toEqual(["请缩小筛选范围"]);
  });

  it.each([
    [502, "<html>Bad Gateway</html>", "系统繁忙，请稍后再试"],
    [500, "", "系统繁忙，请稍后再试"],
    [404, "<html>Not Found</html>", "响应异常！"],
    [200, "<html>a proxy's page</html>", "响应异常！"],
    [200, "[1,2]", "响应异常！"],
  ])("of %i that is no answer of ours is told all the same", async (status, body, message) => {
    answer(status, body);
    expect(await failure(call(list))).toMatchObject({ status, message });
    expect(texts()).toEqual([message]);
  });

  it("stays as long as asked", async () => {
    answer(409, { code: 40913, message: "已达客户上限（200）" });
    await failure(call(list, undefined, { toast: { duration: 6_000 } }));
    expect(shown).toHaveBeenCalledWith(expect.objectContaining({ message: "已达客户上限（200）", autoClose: 6_000 }));
  });

  it("is not told when silent", async () => {
    answer(500, { code: 50000, message: "系统繁忙，请稍后再试" });
    expect(await failure(call(list, undefined, { silent: true }))).toBeInstanceOf(CallError);
    expect(texts()).toEqual([]);
  });
});

describe("no answer", () => {
  const hang = () =>
    fetched.mockImplementation(
      (_, init) =>
        new Promise((_resolve, reject) =>
          init?.signal?.addEventListener("abort", () => reject(new DOMException("", "AbortError"))),
        ),
    );

  it("within 30 seconds shows 请求超时，请重试。", async () => {
    vi.useFakeTimers();
    hang();
    const result = failure(call(list));
    await vi.advanceTimersByTimeAsync(29_999);
    expect(texts()).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toMatchObject({ status: 0, message: "请求超时，请重试。" });
    expect(texts()).toEqual(["请求超时，请重试。"]);
  });

  it("for want of a network shows 请求错误，请检查网络后重试。, without a second try", async () => {
    fetched.mockRejectedValue(new TypeError("Failed to fetch"));
    expect(await failure(call(list))).toMatchObject({ status: 0, message: "请求错误，请检查网络后重试。" });
    expect(texts()).toEqual(["请求错误，请检查网络后重试。"]);
    expect(fetched).toHaveBeenCalledOnce();
  });

  it("because the reader went elsewhere is silent", async () => {
    hang();
    const leaving = new AbortController();
    const result = failure(call(list, undefined, { signal: leaving.signal }));
    leaving.abort();
    expect(await result).not.toBeInstanceOf(CallError);
    expect(texts()).toEqual([]);
  });

  it("because the visitor signs out is given up before the server is told, and silent", async () => {
    hang();
    const result = failure(call(list));
    ok(null);
    await signOut();
    expect(await result).not.toBeInstanceOf(CallError);
    expect(fetched.mock.calls.map(([address]) => address)).toEqual(["/api/thing", "/api/auth/logout"]);
    expect(texts()).toEqual([]);
  });
});

describe("a toast", () => {
  it("has its text as id, so that the same text never stands there twice at once", async () => {
    answer(403, { code: 40300, message: "没有操作权限" });
    await failure(call(list));
    expect(shown).toHaveBeenCalledWith(expect.objectContaining({ id: "没有操作权限" }));
  });
});
