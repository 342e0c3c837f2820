import { useLoaderData } from "@remix-run/react";
import { finishSso } from "~/app/session/sso";
import { returnLoader, SigningIn } from "./signing-in";

export const clientLoader = returnLoader(finishSso);

// A code is exchanged once.
export const shouldRevalidate = () => false;

export default function SsoReturn() {
  return <SigningIn leadsTo={useLoaderData<typeof clientLoader>().leadsTo} />;
}
