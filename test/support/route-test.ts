import { fireEvent, screen, waitFor, within } from "@testing-library/react";
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

/** What an element says, without the sheets that a part of it brings along. */
export function textOf(element: Element): string | null {
  const copy = element.cloneNode(true) as Element;
  for (const sheet of copy.querySelectorAll("style")) sheet.remove();
  return copy.textContent;
}

/** Adds text to a field in one piece: each key would draw its form anew. */
export async function enter(actor: Actor, field: Element, text: string): Promise<void> {
  await actor.click(field);
  await actor.paste(text);
}

/** Picks an act of a row: its word at the row's end, or a line of its menu. */
export async function chooseAct(actor: Actor, line: HTMLElement, name: string): Promise<void> {
  const word = () => within(line).queryByText(name, { selector: "[data-acts] *" });
  const near = await waitFor(() => word() ?? within(line).getByLabelText(/的更多操作$/));
  await actor.click(near);
  if (near.textContent === name) return;
  // While the menu opens, the record's next act may move out of it, next to the name.
  const offered = () => word() ?? screen.getByRole("menuitem", { name: new RegExp(`^${name}`) });
  await actor.click(await waitFor(offered));
}

/** A row of a list that is there. */
export const row = (name: string | RegExp) => screen.getByRole("row", { name: new RegExp(name) });

/** Picks an act of the row of that name, once it is there and no dialog lies over it any more. */
export async function actOn(actor: Actor, name: string | RegExp, act: string): Promise<void> {
  const line = await screen.findByRole("row", { name: new RegExp(name) });
  await waitFor(() => {
    const over = [...document.querySelectorAll("[aria-modal=true]")].filter((dialog) => !dialog.contains(line));
    expect(over.map(({ textContent }) => textContent)).toEqual([]);
  });
  await chooseAct(actor, row(name), act);
}

/** Picks an act of a record's drawer, or of a line of it. */
export async function actIn(actor: Actor, place: ReturnType<typeof within>, act: string): Promise<void> {
  // After another act its own ones change a moment later.
  const button = await waitFor(() => place.queryByRole("button", { name: act }) ?? place.getByLabelText(/的更多操作$/));
  await actor.click(button);
  if (button.textContent === act) return;
  await actor.click(await screen.findByRole("menuitem", { name: new RegExp(`^${act}`) }));
}

export const dialog = async (name: string | RegExp) => within(await screen.findByRole("dialog", { name }));

interface Choice {
  option: string | RegExp;
}
export const pick = (option: string | RegExp): Choice => ({ option });

/** Fills in a dialog by the labels of its fields, `true` where one is pressed, and sends it by its button. */
export async function answer(
  actor: Actor,
  title: string | RegExp,
  button: string,
  fields: Record<string, string | Choice | true> = {},
): Promise<void> {
  const root = await screen.findByRole("dialog", { name: title });
  const form = within(root);
  const selector = "input, textarea";
  for (const [label, given] of Object.entries(fields)) {
    const labels = [label, new RegExp(`^${label}`)];
    const field = await waitFor(() => {
      const found = labels.map((one) => form.queryAllByLabelText(one, { selector })).find(({ length }) => length === 1);
      if (!found?.[0]) throw new Error(`not one field of ${String(title)} is labelled ${label}`);
      return found[0];
    });
    if (typeof given === "string") fireEvent.change(field, { target: { value: given } });
    else if (given === true) await actor.click(field);
    else await chooseOption(actor, field, given.option);
  }
  const send = await waitFor(() => {
    const buttons = [...root.querySelectorAll("button")].filter(({ disabled }) => !disabled);
    const called = (isCalled: (text: string) => boolean) =>
      buttons.find(({ textContent }) => isCalled(textContent ?? ""));
    const found = called((text) => text === button) ?? called((text) => text.startsWith(button));
    if (!found) throw new Error(`no button of ${String(title)} is called ${button}`);
    return found;
  });
  await actor.click(send);
}

/** Picks a line of a record's menu, or of a chart's. */
export async function fromMenu(actor: Actor, of: string, name: string): Promise<void> {
  await actor.click(await screen.findByLabelText(`${of}的更多操作`));
  await actor.click(await screen.findByRole("menuitem", { name }));
}

/** Picks an option of a select. */
export async function chooseOption(actor: Actor, field: Element, option: string | RegExp): Promise<void> {
  await actor.click(field);
  await actor.click(await screen.findByRole("option", { name: option }));
}

/** Picks an act for all rows of the page. */
export async function actOnAll(actor: Actor, act: string): Promise<void> {
  await actor.click(screen.getByRole("checkbox", { name: "选择本页全部" }));
  await actor.click(within(screen.getByRole("toolbar")).getByRole("button", { name: act }));
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
