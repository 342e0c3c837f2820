import { type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react";
import { clearAddress } from "~/app/api/leave";
import { finishSso } from "~/app/session/sso";
import { SigningIn } from "./signing-in";

export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  clearAddress();
  return { leadsTo: finishSso(new URL(request.url).searchParams) };
}

// A code is exchanged once.
export const shouldRevalidate = () => false;

export default function SsoReturn() {
  return <SigningIn leadsTo={useLoaderData<typeof clientLoader>().leadsTo} />;
}
