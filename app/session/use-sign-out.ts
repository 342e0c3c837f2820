import { useNavigate } from "@remix-run/react";
import { signOutMark } from "./sign-in";

/** Replaces the present page by the sign-in page, which then signs out: so a form with unsaved changes can ask first. */
export function useSignOut(): () => void {
  const navigate = useNavigate();
  return () => navigate(`/login?${signOutMark}=1`, { replace: true });
}
