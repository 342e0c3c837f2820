import { hash, verify } from "@node-rs/argon2";
import { PasswordChange } from "~/contract/sign-in/auth";
import type { Db } from "~/server/database/database";
import type { user } from "~/server/database/tables/system/system";
import { refuseFields } from "~/server/lib/call";
import { randomPassword } from "~/server/lib/seal";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
const atOnce = 4;
let running = 0;
const waiting: (() => void)[] = [];

/** At most four hashes at a time, so that a storm of sign-ins cannot take the memory (19 MiB each). */
async function oneOfFew<T>(act: () => Promise<T>): Promise<T> {
  while (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
  running++;
  try {
    return await act();
  } finally {
    running--;
    waiting.shift()?.();
  }
}

/** argon2id, 19 MiB, two passes (OWASP's floor). */
export const hashPassword = (password: string) => oneOfFew(() => hash(password, cost));

/** Whether a password fits a hash, the empty one of who has none never; never inside a transaction, it takes tens of milliseconds. */
export const checkPassword = (hashed: string, password: string): Promise<boolean> =>
  hashed === "" ? checkNobody(password) : oneOfFew(() => verify(hashed, password));

let dummy: Promise<string> | undefined;

/** Takes as long as a real check, for an account that does not exist. */
export async function checkNobody(password: string): Promise<false> {
  dummy ??= hashPassword("nobody");
  await checkPassword(await dummy, password);
  return false;
}

/** What is wrong with a password that somebody has chosen, called by `name`; undefined: nothing. Every door at which one is set asks it (decision 1210). */
export async function passwordFault(db: Db, password: string, name = "新密码"): Promise<string | undefined> {
  const [wrong] = PasswordChange.shape.new_password.safeParse(password).error?.issues ?? [];
  if (wrong) return wrong.message.replace("新密码", name);
  const { "auth.password_min": least } = await readSettings(db);
  if (password.length < least) return `${name}至少${least}位`;
  return (await isCommon(password)) ? `${name}太常见，容易被猜到，请换一个` : undefined;
}

type Passwords = Pick<typeof user.$inferSelect, "password_hash" | "password_history">;

/** Somebody's columns with a password that they have chosen, or refuses it. Hashing takes its time: never inside a transaction. */
export async function replacedPassword(db: Db, before: Passwords, chosen: string) {
  const refused = (message: string) => refuseFields([{ field: "new_password", label: "新密码", message }]);
  const fault = await passwordFault(db, chosen);
  if (fault) return refused(fault);
  const password_history = [before.password_hash, ...before.password_history].slice(0, 3);
  for (const used of password_history)
    if (await checkPassword(used, chosen)) return refused("新密码不能与最近3次使用的密码相同");
  return { password_hash: await hashPassword(chosen), password_history, must_change_password: false };
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

/** A password that is shown once, and what is kept of it. Hashing takes its time: never inside a transaction. */
export async function firstPassword({ db }: Pick<Services, "db">, chosen: string | null = null) {
  const fault = chosen === null ? undefined : await passwordFault(db, chosen, "初始密码");
  if (fault) return refuseFields([{ field: "password", label: "初始密码", message: fault }]);
  const initial_password = chosen ?? randomPassword();
  return { initial_password, hash: await hashPassword(initial_password) };
}
