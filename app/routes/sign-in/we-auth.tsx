import { useLoaderData } from "@remix-run/react";
import { finishWeCom } from "~/app/session/wecom-sign-in";
import { returnLoader, SigningIn } from "./signing-in";

export const clientLoader = returnLoader(finishWeCom);

// A code is exchanged once.
export const shouldRevalidate = () => false;

export default function WeComReturn() {
  return <SigningIn leadsTo={useLoaderData<typeof clientLoader>().leadsTo} />;
}
