import { CallError } from "~/app/api/call-error";
import { toast } from "~/app/api/toast";

/** Long enough to be read on the sign-in page, which opens meanwhile. */
const duration = 6_000;

/** Says why the server refuses a user who signed in at another site; any other failure shows nothing (domain S.8). */
export function reportRefusal(failure: unknown): void {
  // A 401 has been shown already.
  if (failure instanceof Response) return;
  if (!(failure instanceof CallError)) throw failure;
  if (failure.status === 403) toast.error(failure.message, { duration });
}
