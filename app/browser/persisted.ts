import { useSyncExternalStore } from "react";
import { z } from "zod";
import { listenersOf } from "~/app/browser/listeners";

/** Persist prefix `seo` and key `neox` (domain S.3). */
const key = "seoneox";

/** If restoring takes longer, the application is rendered without the stored state (domain S.9). */
export const restoreLimit = 5_000;

const noLoginInfo = { password: "", email: "", remember: false };

const keys = z.union([z.string(), z.array(z.string())]);

const User = z.object({
  userInfo: z.union([z.string(), z.record(z.string(), z.unknown())]).catch(""),
  loginInfo: z.object({ password: z.string(), email: z.string(), remember: z.boolean() }).catch(noLoginInfo),
});

const Setting = z.object({
  language: z.string().catch("zh"),
  routes: z.array(z.unknown()).catch([]),
  openKeys: keys.catch([]),
  selectedKeys: keys.catch("/dashboard"),
  collapsed: z.boolean().catch(false),
  breadcrumb: z.array(z.unknown()).catch([]),
  columns: z.record(z.string(), z.unknown()).catch({}),
  cdnBase: z.string().catch(""),
  mainBase: z.string().catch(""),
});

const Persisted = z.object({
  user: User.catch(User.parse({})),
  setting: Setting.catch(Setting.parse({})),
});

export type PersistedState = z.output<typeof Persisted>;
export type Setting = PersistedState["setting"];
export type LoginInfo = PersistedState["user"]["loginInfo"];

const initial: PersistedState = Persisted.parse({});

let state = initial;
const { listen, tell } = listenersOf();

function publish(next: PersistedState): void {
  state = next;
  tell();
}

/** Field by field: what does not fit falls back to its default, and content that is no JSON is dropped. */
function parse(text: string | null): PersistedState {
  try {
    return Persisted.parse(text ? JSON.parse(text) : {});
  } catch {
    return initial;
  }
}

function change(next: PersistedState): void {
  publish(next);
  try {
    window.localStorage.setItem(key, JSON.stringify(next));
  } catch {
    // No room or no permission to store: the state then lives as long as the page.
  }
}

/** Reads the stored state and from then on follows other tabs; never fails. */
export async function restore(): Promise<void> {
  try {
    publish(parse(window.localStorage.getItem(key)));
  } catch {
    // Storage is forbidden in this browser: start with the defaults.
  }
  window.addEventListener("storage", (event) => {
    if (event.key === key || event.key === null) publish(parse(event.newValue));
  });
}

/** The state that outlives the page: local storage `seoneox` (domain 0), readable outside React. */
export const persisted = (): PersistedState => state;

export function onOtherTab(onChange: () => void): () => void {
  const listen = (event: StorageEvent) => event.key === key && onChange();
  window.addEventListener("storage", listen);
  return () => window.removeEventListener("storage", listen);
}

export const useSetting = <Name extends keyof Setting>(name: Name): Setting[Name] =>
  useSyncExternalStore(
    listen,
    () => state.setting[name],
    () => initial.setting[name],
  );

export function changeSetting(part: Partial<Setting>): void {
  const changed = Object.entries(part).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(state.setting[name as keyof Setting]),
  );
  if (changed.length) change({ ...state, setting: { ...state.setting, ...Object.fromEntries(changed) } });
}

export function changeUserInfo(userInfo: PersistedState["user"]["userInfo"]): void {
  change({ ...state, user: { ...state.user, userInfo } });
}

/** Keeps what was typed into the sign-in form only when the visitor asked for it. */
export function rememberLogin(info: LoginInfo): void {
  change({ ...state, user: { ...state.user, loginInfo: info.remember ? info : noLoginInfo } });
}

/** Sign-out and 401: clears setting and userInfo; a remembered sign-in form stays. */
export function resetData(): void {
  change({ user: { ...state.user, userInfo: initial.user.userInfo }, setting: initial.setting });
}
