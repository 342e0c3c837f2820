import { toast } from "~/app/api/toast";
import type { WriteError } from "~/app/api/writes";

export function sayMissing({ fields, message }: WriteError): void {
  if (fields.length) toast.error(message, { duration: 6_000 });
}
