import { useNavigate } from "@remix-run/react";
import { signOutMark } from "./sign-in";

/** Leaves for the sign-in page, in place of the present one, which then signs out: so a form with unsaved changes can ask first. */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  return () => navigate(`/login?${signOutMark}=1`, { replace: true });
}
