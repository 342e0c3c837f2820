import { useNavigate } from "@remix-run/react";
import { signOut } from "./sign-in";

/** Signs out and goes to the sign-in page, in place of the present one. */
export function useSignOut(): () => Promise<void> {
  const navigate = useNavigate();
  return async () => {
    await signOut();
    navigate("/login", { replace: true });
  };
}
