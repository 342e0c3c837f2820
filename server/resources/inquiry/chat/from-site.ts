import { allowedOrigins } from "~/contract/system/setting";
import { Refusal } from "~/server/lib/refusal";
import type { Services } from "~/server/lib/services";
import { readSettings } from "~/server/lib/settings";

/** Ends with 40300 unless it comes from the chat's own window, which only the settings' sites may frame, or from such a site. */
export async function requireSite({ db }: Services, request: Request): Promise<void> {
  const from = request.headers.get("origin");
  const asks = request.method === "GET";
  if (!from && asks && isOwnRead(request)) return;
  if (from && hostOf(from) === new URL(request.url).host) return;
  const settings = await readSettings(db);
  const known = [...allowedOrigins(settings["site.origins"]), originOf(settings["site.desk_base"])];
  if (from && known.includes(from)) return;
  const message = "该页面不在允许的站点中";
  throw new Refusal(40300, message, { errors: [{ field: "Origin", label: "来源页面", message }] });
}

/** Old browsers do not say where a read comes from. */
const isOwnRead = ({ headers }: Request) => ["same-origin", "none", null].includes(headers.get("sec-fetch-site"));

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : "");
const originOf = (address: string) => (URL.canParse(address) ? new URL(address).origin : "");
