import { act, renderHook, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { clearToken, keepToken } from "~/app/api/cookie";
import { useProgress } from "~/app/routes/notification/use-progress";

let say: ((text: string) => void) | undefined;
beforeEach(() => {
  say = undefined;
  keepToken("a-token", 604_800);
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        say = (text) => controller.enqueue(new TextEncoder().encode(text));
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  });
});
afterEach(() => clearToken());

const progress = (status: string) =>
  `event: notice_progress\ndata: ${JSON.stringify({ id: 5, status, done: 1, total: 2 })}\n\n`;

it("asks once as it begins to hear, since the sending may have ended before, and hears of the end", async () => {
  const onEnd = vi.fn<() => void>();
  const { result } = renderHook(() => useProgress(5, true, onEnd));
  await waitFor(() => expect(say).toBeDefined());
  expect(onEnd).not.toHaveBeenCalled();
  act(() => say?.(progress("sending")));
  await waitFor(() => expect(result.current).toMatchObject({ done: 1, total: 2 }));
  expect(onEnd).toHaveBeenCalledTimes(1);
  act(() => say?.(progress("sent")));
  await waitFor(() => expect(onEnd).toHaveBeenCalledTimes(2));
});
