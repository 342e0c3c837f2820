import { replace } from "@remix-run/react";
import { toast } from "~/app/api/toast";
import { resetData } from "~/app/browser/persisted";
import { rememberReturn } from "~/app/browser/return-path";
import { routerAccess } from "~/app/browser/router-access";
import { forgetSession } from "~/app/browser/session-memory";
import { t } from "~/app/i18n/t";
import { clearToken, token } from "./cookie";

/** Within this many milliseconds a tab sees that another has removed the cookie. */
const settled = 5_000;

/**
 * Ends the session after a 401: returns what to throw, so that a loader or action leads to /login. Of several calls that fail together
 * only the first finds its token still in the cookie; it shows the message and navigates itself, for calls outside loaders.
 * Another tab's calls find none any more: it is redirected without a message.
 */
export function expire(): Response {
  const ended = token();
  if (ended) {
    rememberReturn();
    clearToken();
    resetData();
    forgetSession();
    tell(ended);
    routerAccess()?.toLogin();
    return replace("/login");
  }
  return signInRedirect();
}

/**
 * What a call without a token throws: outside loaders it lets the access rule check, which knows the sign-in page. If the
 * token went after that rule had let the screen pass, nothing else remembers the screen.
 */
export function signInRedirect(): Response {
  rememberReturn();
  routerAccess()?.checkAccess();
  return replace("/login");
}

/** Only one tab shows it: two may get their 401 before either sees that the other has removed the cookie. */
function tell(ended: string): void {
  const say = () => toast.error(t("登录已过期，请重新登录"));
  // Without https there are no locks.
  if (!("locks" in navigator)) {
    say();
    return;
  }
  const name = `session-ended ${ended.slice(-12)}`;
  void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
    if (!lock) return;
    say();
    return new Promise((resolve) => setTimeout(resolve, settled));
  });
}
