import { t } from "~/app/i18n/t";
import type { Method } from "~/contract/endpoint";
import { toast } from "./toast";

const repeats = 3;
const longestPause = 10;

interface Repeated {
  method: Method;
  headers: Readonly<Record<string, string>>;
  silent?: boolean | undefined;
  signal: AbortSignal;
}

/**
 * Sends a request again after the time that the server asks for when it is busy (503 with `Retry-After`): reads, and a form
 * that the server knows by its key. Anything else might be done twice.
 */
export async function sendWhileBusy<Answer extends { status: number; headers: Headers }>(
  { method, headers, silent, signal }: Repeated,
  send: () => Promise<Answer>,
): Promise<Answer> {
  const isRepeatable = method === "GET" || new Headers(headers).has("idempotency-key");
  for (let left = isRepeatable ? repeats : 0; ; left--) {
    const answer = await send();
    const seconds = answer.status === 503 ? Number(answer.headers.get("retry-after")) : 0;
    if (left === 0 || !(seconds > 0 && seconds <= longestPause)) return answer;
    if (!silent) toast.warning(t("系统繁忙，正在自动重试"));
    await pause(seconds * 1_000 * (1 + Math.random() / 2), signal);
  }
}

const pause = (milliseconds: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const giveUp = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", giveUp);
      resolve();
    }, milliseconds);
    if (signal.aborted) giveUp();
    else signal.addEventListener("abort", giveUp, { once: true });
  });
