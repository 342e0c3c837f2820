import { type ReactNode, useState } from "react";
import { useUnsent } from "~/app/api/unsent";
import { lazyPart } from "~/app/blocks/lazy-part";
import { useSignOut } from "~/app/session/use-sign-out";

const SignOutQuestion = lazyPart(() => import("./sign-out-question"), "SignOutQuestion");

/** Signs out, after a question where something waits to be sent. */
export function useAskedSignOut(): { signOut: () => void; question: ReactNode } {
  const leave = useSignOut();
  const { count } = useUnsent();
  const [isAsked, setIsAsked] = useState(false);
  return {
    signOut: count > 0 ? () => setIsAsked(true) : leave,
    question: isAsked ? <SignOutQuestion count={count} onConfirm={leave} onClose={() => setIsAsked(false)} /> : null,
  };
}
