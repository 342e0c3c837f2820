import { call } from "~/app/api/call";
import { giveUpAll } from "~/app/api/deadline";
import { forgetAnswers } from "~/app/api/seen-pages";
import { auth } from "~/contract/auth";
import { claimsOf, clearToken, keepToken, token } from "./cookie";
import { changeSetting, changeUserInfo, resetData } from "./persisted";
import { forgetReturn, landing } from "./return-path";
import { markViewerStale } from "./viewer-age";

/** Opens the session with a fresh token (specification §4). */
export function signIn({ access_token, expires_in }: { access_token: string; expires_in: number }): void {
  keepToken(access_token, expires_in);
  markViewerStale();
  changeUserInfo(claimsOf(access_token).name ?? "");
  changeSetting({ openKeys: landing, selectedKeys: [landing] });
}

/** Query parameter of /login: come here to sign out. */
export const signOutMark = "out";

/** Ends the session here and, as far as it can be reached, on the server; drafts of the record forms go with it. */
export async function signOut(): Promise<void> {
  // What is still being asked for would be refused the moment the server knows.
  giveUpAll();
  forgetAnswers();
  // Not an action: the server's answer changes nothing for the visitor, who is signed out in any case.
  if (token()) await call(auth.logout, undefined, { silent: true }).catch(() => undefined);
  clearToken();
  resetData();
  markViewerStale();
  forgetReturn();
  try {
    // Not in the sign-in page's first load.
    const { clear } = await import("idb-keyval");
    await clear();
  } catch {
    // A browser that keeps no drafts has none to forget.
  }
}
