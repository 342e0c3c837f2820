import { call } from "~/app/api/call";
import { CallError } from "~/app/api/call-error";
import { toast } from "~/app/api/toast";
import { t } from "~/app/i18n/t";
import { binding, type Platform, platforms } from "~/contract/personal/binding";
import { markViewerStale } from "../api/viewer-age";
import { forgetOnce, keepOnce, readOnce } from "./one-time";

const place = "/personal-center";
const key = "wecom_binding";

/** Notes that the next return from WeCom with this state is no sign-in. */
export function expectWecomBinding(state: string): void {
  keepOnce("localStorage", key, { state });
}

/** Whether this browser has left with that state to bind an account; true once. */
export function isWecomBinding(state: string): boolean {
  const isOwn = readOnce("localStorage", key)?.state === state;
  if (isOwn) forgetOnce("localStorage", key);
  return isOwn;
}

/** Links the code's account to the visitor's own; returns the result and where to go. */
export const bindWecom = (code: string) => settle("wecom", () => call(binding.bindWecom, { body: { code } }));

/** The same with a provider's access token, which does not become the visitor's own. */
export const bindSso = (access_token: string) => settle("sso", () => call(binding.bindSso, { body: { access_token } }));

/** Says that the other site returned without what a binding needs. */
export function bindingFailed(): string {
  toast.error(t("授权失败，请重试"));
  return place;
}

async function settle(platform: Platform, bind: () => Promise<null>): Promise<string> {
  try {
    await bind();
    markViewerStale();
    toast.success(t("已绑定{platform}", { platform: t(platforms[platform]) }));
  } catch (failure) {
    // The call has shown it.
    if (!(failure instanceof CallError)) throw failure;
  }
  return place;
}
