import { act, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { clearToken, keepToken } from "~/app/api/cookie";
import { useUnread } from "~/app/layout/use-unread";
import { pathOf } from "~/contract/endpoint";
import { user } from "~/contract/personal/user";

let mails: number;
let asked: string[];
let say: (text: string) => void;

beforeEach(() => {
  mails = 13;
  asked = [];
  keepToken("a-token", 604_800);
  vi.spyOn(globalThis, "fetch").mockImplementation(async (given) => {
    const url = given instanceof Request ? given.url : String(given);
    asked.push(new URL(url, "http://test.local").pathname);
    if (!url.includes("/events")) {
      const data = { total_schedule: 0, total_mail: mails };
      return Response.json({ code: 200, message: "成功", data });
    }
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        say = (text) => controller.enqueue(new TextEncoder().encode(text));
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  });
});
afterEach(() => clearToken());

const badge = (total_mail: number) => `event: badge\ndata: {"total_schedule":0,"total_mail":${total_mail}}\n\n`;

it("is what the stream says as it begins; who comes to a stream that stands asks", async () => {
  const first = renderHook(() => useUnread());
  await waitFor(() => expect(asked).toHaveLength(1));
  act(() => say(badge(mails)));
  await waitFor(() => expect(first.result.current.totalMail).toBe(13));
  expect(asked).toEqual(["/api/user/events"]);

  // An error page has a frame of its own, which takes the place of the other.
  first.unmount();
  const second = renderHook(() => useUnread());
  await waitFor(() => expect(second.result.current.totalMail).toBe(13));
  expect(asked).toEqual(["/api/user/events", pathOf(user.statistics)]);
  act(() => say(badge(14)));
  await waitFor(() => expect(second.result.current.totalMail).toBe(14));
});
