import { hash, verify } from "@node-rs/argon2";

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

/** Whether a password fits a hash; never inside a transaction, it takes tens of milliseconds. */
export const checkPassword = (hashed: string, password: string) => oneOfFew(() => verify(hashed, password));

let dummy: Promise<string> | undefined;

/** Takes as long as a real check, for an account that does not exist. */
export async function checkNobody(password: string): Promise<false> {
  dummy ??= hashPassword("nobody");
  await checkPassword(await dummy, password);
  return false;
}
