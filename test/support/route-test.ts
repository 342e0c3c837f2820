import { screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, vi } from "vitest";
import { clearToken } from "~/app/api/cookie";
import { testApi } from "./api";
import { resetDatabase, testDatabase } from "./database";
import { makeTeam, makeUser, testNow } from "./factories";
import { type Rendered, renderRoute, signInAs } from "./render-route";

type Given<T> = Omit<NonNullable<T>, "team_id">;
type Person = Awaited<ReturnType<typeof makeUser>>;
type Team = Awaited<ReturnType<typeof makeTeam>>;
type UserGiven = Given<Parameters<typeof makeUser>[1]>;
export type Actor = Awaited<ReturnType<typeof renderRoute>>["actor"];

interface Screen extends Pick<Rendered, "path" | "module" | "others"> {
  /** Waits for what says that the screen is drawn. */
  ready?: () => Promise<unknown>;
}

interface Visit extends Partial<Screen>, Pick<UserGiven, "role" | "permissions" | "scope"> {
  /** The user; without it and without a role, the file's first `staff`. */
  as?: { id: number } | "nobody";
  phone?: boolean;
}

/**
 * What a file that tests one screen needs: a database that is empty before each test, the real API on it, one clock for both sides,
 * and `open`. `staff` and `team` declare people who are new in each test: their fields are filled in before it.
 */
export function routeTest(tested: Screen) {
  const { db } = testDatabase();
  const api = testApi(db, { now: testNow });
  const desk = window.matchMedia;
  const makers: (() => Promise<void>)[] = [];
  let first: Person | undefined;

  beforeEach(async () => {
    vi.useFakeTimers({ now: testNow, toFake: ["Date"] });
    await resetDatabase(db);
    for (const make of makers) await make();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.stubGlobal("matchMedia", desk);
  });

  function team(given: Parameters<typeof makeTeam>[1] = {}): Team {
    const made = {} as Team; // filled in before each test
    makers.push(async () => void Object.assign(made, await makeTeam(db, given)));
    return made;
  }

  function staff({ team, ...given }: UserGiven & { team?: Team } = {}): Person {
    const made = {} as Person; // filled in before each test
    first ??= made;
    makers.push(
      async () => void Object.assign(made, await makeUser(db, { ...given, ...(team && { team_id: team.id }) })),
    );
    return made;
  }

  /** Opens the screen at an address: a whole one, or its part from the path's parameter on. */
  async function open(address: string | number = "", { as, phone, role, permissions, scope, ...visited }: Visit = {}) {
    const { ready, ...route } = { ...tested, ...visited };
    const known = typeof as === "object" ? as : role || permissions ? undefined : first;
    const me = known ?? (await makeUser(db, { role, permissions, scope }));
    if (phone)
      vi.stubGlobal("matchMedia", (media: string) => ({ ...desk(media), matches: media.includes("max-width") }));
    const { viewer, asked } = await signInAs(api, me.id);
    if (as === "nobody") clearToken();
    const view = renderRoute({ ...route, at: addressOf(route.path, String(address)) }, viewer);
    await ready?.();
    return { ...view, asked, me };
  }

  return { db, api, team, staff, open };
}

/** Adds text to a field in one piece: each key would draw its form anew. */
export async function enter(actor: Actor, field: Element, text: string): Promise<void> {
  await actor.click(field);
  await actor.paste(text);
}

/** Picks an act of a row: its word at the row's end, or a line of its menu. */
export async function chooseAct(actor: Actor, line: HTMLElement, name: string): Promise<void> {
  const word = () => within(line).queryByText(name, { selector: "[data-acts] *" });
  const near = word();
  if (near) return actor.click(near);
  await actor.click(within(line).getByLabelText(/的更多操作$/));
  // While the menu opens, the record's next act may move out of it, next to the name.
  const offered = () => word() ?? screen.getByRole("menuitem", { name: new RegExp(`^${name}`) });
  await actor.click(await waitFor(offered));
}

/** Picks a tool of a list that has several. */
export async function chooseTool(actor: Actor, name: string): Promise<void> {
  await actor.click(await screen.findByRole("button", { name: "更多工具" }));
  await actor.click(await screen.findByRole("menuitem", { name }));
}

/** Picks a tab of a list: in the row of tabs, or in 更多. */
export async function chooseTab(actor: Actor, name: string | RegExp): Promise<void> {
  const more = await waitFor(
    () => screen.queryByRole("tab", { name }) ?? screen.getByRole("button", { name: /^更多.*分类$/ }),
  );
  await actor.click(more);
  if (more.getAttribute("role") !== "tab") await actor.click(await screen.findByRole("menuitem", { name }));
}

/** Acts while an endpoint without parameters does not answer; other requests are answered. */
export async function withoutAnswer({ path }: { path: string }, act: () => unknown): Promise<void> {
  const { fetch } = globalThis;
  const lost: Promise<unknown>[] = [];
  const fetching = vi.spyOn(globalThis, "fetch").mockImplementation((input, init) => {
    if (new URL(input instanceof Request ? input.url : input, "http://test").pathname !== path)
      return fetch(input, init);
    const answer = Promise.reject(new TypeError("offline"));
    lost.push(answer);
    return answer;
  });
  await act();
  await waitFor(() => expect(lost).toHaveLength(1));
  await Promise.allSettled(lost);
  fetching.mockRestore();
}

function addressOf(path: string, address: string): string {
  if (address.startsWith("/")) return address;
  if (!path.includes(":")) return path + address;
  return path.replace(/:\w+/, () => address.split("?")[0] ?? "") + address.replace(/^[^?]*/, "");
}
