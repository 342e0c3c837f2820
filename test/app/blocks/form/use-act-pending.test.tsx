import { act, renderHook } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { z } from "zod";
import { useAct } from "~/app/blocks/feedback/use-act";
import { endpoint } from "~/contract/endpoint";

// In the product the router reports its fetchers in a transition, perhaps long after the click. Here it reports only when told to.
const fetcher = vi.hoisted(() => ({ state: "idle", data: undefined as unknown, submit: vi.fn() }));
vi.mock("@remix-run/react", () => ({
  useFetcher: () => fetcher,
  useLocation: () => ({ pathname: "/", search: "" }),
  useNavigate: () => () => undefined,
}));

const save = endpoint("POST /api/thing", "保存", "signed-in", { reply: z.null() });

it("is pending from the click on until its end has been heard, though the router says nothing meanwhile", () => {
  const { result, rerender } = renderHook(() => useAct());
  act(() => result.current.run(save, {}));
  expect(result.current.pending).toBe(true);
  // All of it in one render: the router's states in between were never seen.
  fetcher.data = { ok: false, line: save.line, error: { code: 50000, message: "", data: null, fields: [] } };
  rerender();
  expect(result.current.pending).toBe(false);
  act(() => result.current.run(save, {}));
  expect(fetcher.submit).toHaveBeenCalledTimes(2);
});
