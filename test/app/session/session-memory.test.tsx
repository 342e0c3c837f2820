import { renderHook, waitFor } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { keepToken } from "~/app/api/cookie";
import { expire } from "~/app/api/expire";
import { useSavedViews } from "~/app/features/saved-views/use-saved-views";
import { useNames } from "~/app/session/scenes";
import { signOut } from "~/app/session/sign-in";

/** What the server answers to the person who is signed in. */
let replies: Record<string, unknown> = {};

beforeEach(() => {
  keepToken("theirs", 604_800);
  vi.stubGlobal("fetch", async (address: string) => {
    const { pathname } = new URL(address, window.location.origin);
    return Response.json({ code: 200, message: "", data: replies[pathname] ?? null });
  });
});

it.each([
  ["a sign-out", signOut],
  ["an expired session", async () => void expire()],
])("after %s nobody sees the views and names of the person before", async (_, end) => {
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
