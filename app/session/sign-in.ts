import { call } from "~/app/api/call";
import { toast } from "~/app/api/toast";
import { changeSetting, changeUserInfo, type PersistedState, resetData } from "~/app/browser/persisted";
import { forgetReturn, landing } from "~/app/browser/return-path";
import { forgetSession } from "~/app/browser/session-memory";
import { t } from "~/app/i18n/t";
import { auth } from "~/contract/sign-in/auth";
import { claimsOf, clearToken, isAnothers, keepToken, token } from "../api/cookie";
import { markViewerStale } from "../api/viewer-age";

interface FreshSession {
  access_token: string;
  expires_in: number;
}

/** Opens the session with a fresh token (domain S.4); the token itself names the user if nothing else does. */
export function signIn(
  { access_token, expires_in }: FreshSession,
  userInfo: PersistedState["user"]["userInfo"] = claimsOf(access_token).name ?? "",
): void {
  if (isAnothers(access_token)) {
    // Another user, on a page that knows the previous one.
    forgetSession();
    forgetReturn();
  }
  keepToken(access_token, expires_in);
  markViewerStale();
  changeUserInfo(userInfo);
  changeSetting({ openKeys: landing, selectedKeys: [landing] });
}

/** After every kind of sign-in (domain S.8). */
export const reportSignedIn = () => toast.success(t("登录成功！"), { duration: 1_000 });

/** Query parameter of /login: come here to sign out. */
export const signOutMark = "out";

/** Ends the session here and, as far as it can be reached, on the server; drafts of the record forms go with it. */
export async function signOut(): Promise<void> {
  forgetSession();
  // Not an action: the visitor is signed out whatever the server answers.
  const signedOut = token() ? call(auth.logout, undefined, { silent: true }).catch(() => undefined) : undefined;
  // At once, before the call ends: the event stream ends with the session, and requests made in its place would be refused.
  clearToken();
  // Before the other tabs hear of it: what is typed in them is kept.
  await Promise.all([signedOut, forgetDrafts()]);
  resetData();
  markViewerStale();
  forgetReturn();
}

async function forgetDrafts(): Promise<void> {
  try {
    // Not loaded with the sign-in page.
    const { clear } = await import("idb-keyval");
    await clear();
  } catch {
    // A browser that keeps no drafts has nothing to clear.
  }
}
