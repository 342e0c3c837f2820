import { type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react";
import { clearAddress } from "~/app/api/leave";
import { finishWeCom } from "~/app/session/wecom-sign-in";
import { SigningIn } from "./signing-in";

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  clearAddress();
  return { leadsTo: finishWeCom(new URL(request.url).searchParams) };
}

// A code is exchanged once.
export const shouldRevalidate = () => false;

export default function WeComReturn() {
  return <SigningIn leadsTo={useLoaderData<typeof clientLoader>().leadsTo} />;
}
