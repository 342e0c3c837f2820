import type { FieldError } from "~/contract/errors";
import type { Asking } from "~/server/lib/call";
import { forbiddenOf } from "./flags";

/** Ways in which one goes up to a customer. */
const outgoing = new Set(["call", "wechat", "wecom", "email", "sms"]);

interface Contact {
  type: string;
  direction: string;
}
const goesOut = ({ type, direction }: Contact) => direction === "out" && outgoing.has(type);

/** A complaint about a follow-up that says we have contacted somebody who is not to be contacted. What was written before may stay. */
export async function contactErrors(
  { db, services }: Asking,
  body: Contact,
  { id }: { id: number },
  before?: Contact,
): Promise<FieldError[]> {
  if (!goesOut(body) || (before && goesOut(before))) return [];
  const forbidden = await forbiddenOf(db, id, services.now());
  if (!forbidden.includes("no_contact")) return [];
  return [{ field: "type", label: "跟进方式", message: "该客户已列为禁止联系，不能主动联系" }];
}
