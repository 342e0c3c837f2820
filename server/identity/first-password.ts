import { refuseFields } from "~/server/lib/refusal";
import { randomPassword } from "~/server/lib/secret";
import type { Services } from "~/server/lib/services";
import { hashPassword } from "./password";
import { passwordFault } from "./password-rule";

/** A password that is shown once, and what is kept of it. */
interface FirstPassword {
  initial_password: string;
  hash: string;
}

/** Hashing takes its time: never inside a transaction. */
export async function firstPassword(
  { db }: Pick<Services, "db">,
  chosen: string | null = null,
): Promise<FirstPassword> {
  const fault = chosen === null ? undefined : await passwordFault(db, chosen, "初始密码");
  if (fault) return refuseFields([{ field: "password", label: "初始密码", message: fault }]);
  const initial_password = chosen ?? randomPassword();
  return { initial_password, hash: await hashPassword(initial_password) };
}
