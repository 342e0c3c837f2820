import { PasswordChange } from "~/contract/sign-in/auth";
import type { Db } from "~/server/database/database";
import { readSettings } from "~/server/lib/settings";

/** What is wrong with a password that somebody has chosen, called by `name`; undefined: nothing. Every door at which one is set asks it (decision 1210). */
export async function passwordFault(db: Db, password: string, name = "新密码"): Promise<string | undefined> {
  const [wrong] = PasswordChange.shape.new_password.safeParse(password).error?.issues ?? [];
  if (wrong) return wrong.message.replace("新密码", name);
  const { "auth.password_min": least } = await readSettings(db);
  if (password.length < least) return `${name}至少${least}位`;
  return (await isCommon(password)) ? `${name}太常见，容易被猜到，请换一个` : undefined;
}

let common: Promise<ReadonlySet<string>> | undefined;

/** Loaded by the first who sets a password: most processes never do. */
async function readCommon(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  return new Set(dictionary["passwords-common"]);
}

/** Whether a password is one of those that are tried first: as it is, or without what people put around it to please a rule (`Password-2024!`). */
async function isCommon(password: string): Promise<boolean> {
  common ??= readCommon();
  const known = await common;
  const plain = password.toLowerCase();
  const withoutSymbols = plain.replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, "");
  const word = plain.replace(/^[^a-z]+|[^a-z]+$/g, "");
  return [plain, withoutSymbols, word].some((one) => known.has(one));
}
