import { now } from "./now";

const shanghai = 8 * 3_600_000;
const dayLength = 86_400_000;

/** The calendar day of Asia/Shanghai, `plus` days from now, `YYYY-MM-DD`. */
export function shanghaiDay(plus = 0, at = now()): string {
  return new Date(at + shanghai + plus * dayLength).toISOString().slice(0, 10);
}
