import { blocks } from "~/server/identity/blacklist";
import { canonicalIp } from "~/server/identity/canonical-ip";
import type { Services } from "~/server/lib/services";

export async function isBarred({ db, now }: Services, ip: string): Promise<boolean> {
  const value = canonicalIp(ip);
  return value !== undefined && blocks(db, now(), [{ type: "ip", value }], "block_login");
}
