import { toast } from "~/app/api/toast";
import type { WriteError } from "~/app/api/writes";

/** What an estate lacks for its submission, or to go online: there is no form whose fields would say it. */
export function sayMissing({ fields, message }: WriteError): void {
  if (fields.length) toast.error(message, { duration: 6_000 });
}
