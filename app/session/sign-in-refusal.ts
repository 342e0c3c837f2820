import { CallError } from "~/app/api/call-error";
import { toast } from "~/app/api/toast";

/** Long enough to be read on the sign-in page, which comes up meanwhile. */
const duration = 6_000;

/** Tells why the server refuses somebody whom another site has let in; any other failure goes without a word (domain S.8). */
export function reportRefusal(failure: unknown): void {
  // A 401 has been told already.
  if (failure instanceof Response) return;
  if (!(failure instanceof CallError)) throw failure;
  if (failure.status === 403) toast.error(failure.message, { duration });
}
