import { call } from "~/app/api/call";
import { binding } from "~/contract/personal/binding";
import { auth } from "~/contract/sign-in/auth";
import { leave } from "../api/leave";
import { expectWecomBinding } from "./binding-return";
import { authorizeUrl } from "./wecom-sign-in";

const randomState = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** Leaves for WeCom, which returns a code for the visitor's account there. If WeCom is not configured, shows that and fails. */
export async function startWecomBinding(): Promise<void> {
  const config = await call(auth.link, { query: { platform: "wecom" } });
  const target = authorizeUrl(config, new URL(window.location.href));
  const state = randomState();
  target.searchParams.set("state", state);
  expectWecomBinding(state);
  await leave.to(target.href);
}

/** Leaves for Slack, which returns through the server. False if Slack is not configured any more. */
export async function startSlackBinding(): Promise<boolean> {
  const { origin, pathname } = window.location;
  const { authorize_url } = await call(binding.slack, { query: { redirect: origin + pathname } });
  return authorize_url === null ? false : leave.to(authorize_url);
}
