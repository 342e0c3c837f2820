import { renderHook, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { keepToken } from "~/app/api/cookie";
import { expire } from "~/app/api/expire";
import { forgetSession } from "~/app/browser/session-memory";
import { useSavedViews } from "~/app/features/saved-views/use-saved-views";
import { useNames, useScene } from "~/app/session/scenes";
import { signOut } from "~/app/session/sign-in";

let asked = 0;
/** Answers that came after the session that had asked had ended. */
let late = 0;
/** What the server answers to the person who is signed in. */
let replies: Record<string, unknown> = {};

beforeEach(() => {
  forgetSession();
  keepToken("theirs", 604_800);
  asked = 0;
  late = 0;
  vi.stubGlobal("fetch", async (address: string, { signal }: RequestInit) => {
    asked += 1;
    const { pathname } = new URL(address, window.location.origin);
    const data = (await replies[pathname]) ?? null;
    if (signal?.aborted) late += 1;
    signal?.throwIfAborted();
    return Response.json({ code: 200, message: "", data });
  });
});

const ends = [
  ["a sign-out", signOut],
  ["an expired session", async () => void expire()],
] as const;

it.each(ends)("after %s nobody sees the views and names of the person before", async (_, end) => {
  const view = { id: "1", name: "我的A级", query: "level=A", owner_id: 1, is_own: true };
  replies = { "/api/user/view": [view], "/crm/community/options": { users: [{ value: 7, label: "林顾问" }] } };
  const views = renderHook(() => useSavedViews("/customer/publicCustomer"));
  const names = renderHook(() => useNames("users", [7]));
  await waitFor(() => expect([views.result.current.views.length, names.result.current.length]).toEqual([1, 1]));
  views.unmount();
  names.unmount();

  await end();
  keepToken("another's", 604_800);
  replies = { "/api/user/view": [], "/crm/community/options": { users: [] } };
  expect(renderHook(() => useSavedViews("/customer/publicCustomer")).result.current.views).toEqual([]);
  expect(renderHook(() => useNames("users", [7])).result.current).toEqual([]);
});

it.each(ends)("after %s what was being asked is asked anew, and an answer to it is not kept", async (_, end) => {
  let answer = (_: unknown): void => undefined;
  replies = { "/crm/community/options": new Promise((resolve) => (answer = resolve)) };
  renderHook(() => [useScene("countries"), useNames("users", [7])]).unmount();
  // The options, and the names.
  await waitFor(() => expect(asked).toBe(2));

  await end();
  keepToken("another's", 604_800);
  replies = { "/crm/community/options": { countries: [{ value: "TH", label: "泰国" }] } };
  const options = renderHook(() => useScene("countries"));
  await waitFor(() => expect(options.result.current).toEqual([{ value: "TH", label: "泰国" }]));
  answer({ countries: [], users: [{ value: 7, label: "林顾问" }] });
  await waitFor(() => expect(late).toBe(2));
  expect(options.result.current).toHaveLength(1);
  expect(renderHook(() => useNames("users", [7])).result.current).toEqual([]);
});
