import type { Services } from "~/server/lib/services";
import { blocks } from "~/server/resources/customer/blacklist/hits";
import { canonicalIp } from "~/server/resources/customer/blacklist/value";

/** Whether an address is listed as one from which nobody signs in. */
export async function isBarred({ db, now }: Services, ip: string): Promise<boolean> {
  const value = canonicalIp(ip);
  return value !== undefined && blocks(db, now(), [{ type: "ip", value }], "block_login");
}
