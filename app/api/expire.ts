import { replace } from "@remix-run/react";
import { forgetAnswers } from "~/app/api/seen-pages";
import { toast } from "~/app/api/toast";
import { resetData } from "~/app/browser/persisted";
import { rememberReturn } from "~/app/browser/return-path";
import { routerAccess } from "~/app/browser/router-access";
import { t } from "~/app/i18n/t";
import { clearToken, token } from "./cookie";

/**
 * Ends the session after a 401: what to throw, so that a loader or action leads to /login. Of any number of calls that fail together
 * only the first finds its token still in the cookie; it tells the visitor and goes there itself, which serves calls outside of loaders.
 * Another tab's calls find none any more: it is led away without a word.
 */
export function expire(): Response {
  if (token()) {
    rememberReturn();
    clearToken();
    resetData();
    forgetAnswers();
    toast.error(t("登录已过期，请重新登录"));
    routerAccess()?.toLogin();
    return replace("/login");
  }
  return signInRedirect();
}

/**
 * What a call without a token throws: outside of loaders it lets the access rule look, which knows where this browser signs in. Where the
 * token went after that rule had let the screen pass, nothing else remembers the screen.
 */
export function signInRedirect(): Response {
  rememberReturn();
  routerAccess()?.checkAccess();
  return replace("/login");
}
