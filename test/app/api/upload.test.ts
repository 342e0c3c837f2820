import { beforeEach, expect, it, vi } from "vitest";
import { keepToken, token } from "~/app/api/cookie";
import { upload } from "~/app/api/upload";
import { upload as contract } from "~/contract/shared/upload";

let sent: { url: string; headers: Record<string, string> };
let answer: { status: number; text: string };

/** As much of XMLHttpRequest as sends a file. */
class Request {
  upload = {};
  status = 0;
  responseText = "";
  onload = () => {};
  open(_: string, url: URL) {
    sent = { url: url.href, headers: {} };
  }
  setRequestHeader(name: string, value: string) {
    sent.headers[name] = value;
  }
  getResponseHeader = () => null;
  send() {
    this.status = answer.status;
    this.responseText = answer.text;
    this.onload();
  }
}

beforeEach(() => {
  keepToken("token", 604_800);
  vi.stubGlobal("XMLHttpRequest", Request);
});

const send = (url: string) =>
  upload(contract.put, { url, headers: { "content-type": "image/png" }, bytes: new Blob(["x"]) }, { silent: true });

it("sends to our own server with the token, and reads its envelope", async () => {
  answer = { status: 200, text: '{"code":200,"message":"success","data":null}' };
  expect(await send("/api/upload/file/a")).toBeNull();
  expect(sent.headers).toEqual({ "content-type": "image/png", authorization: "Bearer token" });
});

it("sends to a bucket without the token, and what that says does not end the session", async () => {
  answer = { status: 200, text: "" };
  expect(await send("https://files.test/incoming/a?X-Amz-Signature=1")).toBeNull();
  expect(sent).toEqual({
    url: "https://files.test/incoming/a?X-Amz-Signature=1",
    headers: { "content-type": "image/png" },
  });
  for (const status of [401, 403]) {
    answer = { status, text: "<Error><Code>AccessDenied</Code></Error>" };
    await expect(send("https://files.test/incoming/a")).rejects.toMatchObject({
      status: 502,
      message: "系统繁忙，请稍后再试",
    });
  }
  expect(token()).toBe("token");
});
