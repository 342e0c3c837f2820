import { createHmac, timingSafeEqual } from "node:crypto";
import type { HonoRequest } from "hono";
import { signedHeaders, signedWithin } from "~/contract/signed";
import { integrationKeys } from "~/contract/system/setting";
import { Refusal, refuseFields, type Signed } from "~/server/lib/call";
import type { Knock } from "~/server/lib/serve";
import type { Services } from "~/server/lib/services";
import { openSetting, readSettings } from "~/server/lib/settings";
import { householdOf, ownLimit } from "~/server/lib/try-limit";

const callLimit = ownLimit(600);

/** Counts a machine's call, before it is known whose. */
export const admitMachine = ({ services, origin }: Knock): Promise<void> => callLimit(services, householdOf(origin.ip));

const labels = { key: "密钥名称", timestamp: "时间戳", sign: "签名" } as const;
type Header = keyof typeof labels;

const complaint = (header: Header, message: string) => ({
  field: signedHeaders[header],
  label: labels[header],
  message,
});

/** The machine that has signed a call; ends the request, and says which header is wrong, where it has not. */
export async function verifySigned(request: HonoRequest, services: Services): Promise<Signed> {
  const [source, timestamp, sign] = (["key", "timestamp", "sign"] as const).map((header) =>
    (request.header(signedHeaders[header]) ?? "").trim(),
  ) as [string, string, string]; // one for each name
  const wrong = [
    ...(source ? [] : [complaint("key", "缺少请求头")]),
    ...(/^\d{10}$/.test(timestamp) ? [] : [complaint("timestamp", "须为10位的Unix秒")]),
    ...(/^[\da-f]{64}$/i.test(sign) ? [] : [complaint("sign", "须为64位十六进制")]),
  ];
  if (wrong.length) return refuseFields(wrong);
  const off = Math.abs(services.now().getTime() / 1000 - Number(timestamp));
  if (off > signedWithin) return refuseSign("timestamp", `与服务器时间相差超过${signedWithin}秒`);
  const keys = integrationKeys(openSetting(services, await readSettings(services.db), "integration.keys"));
  const known = keys.find(({ name, isValid }) => isValid && name === source);
  const { method, path } = request;
  // What is asked for in the address is signed as well.
  const { search } = new URL(request.url);
  const due = createHmac("sha256", known?.key ?? "")
    .update(`${method}${path}${search}${timestamp}`)
    .update(new Uint8Array(await request.arrayBuffer()))
    .digest();
  const isRight = timingSafeEqual(due, Buffer.from(sign, "hex"));
  if (!known) return refuseSign("key", "没有这个密钥");
  if (!isRight) return refuseSign("sign", "签名不正确");
  return { source, sign: sign.toLowerCase() };
}

function refuseSign(header: Header, message: string): never {
  const one = complaint(header, message);
  throw new Refusal(40300, `${one.field}：${message}`, { errors: [one] });
}
