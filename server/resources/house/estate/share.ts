import type { Reply } from "~/contract/endpoint";
import { formatArea, formatBudget, formatMoneyRange } from "~/contract/format";
import type { estate as contract } from "~/contract/house/estate";
import { layouts as layoutNames, type Station } from "~/contract/shared/property";
import type { SignedCall } from "~/server/lib/call";
import { siteUrl } from "~/server/resources/shared/site";
import { estateOf } from "./view";

/** An estate in some lines for a customer: what is live and nothing that is for colleagues; with its address on the site when it is there. */
export async function shareOf(call: SignedCall, id: number): Promise<Reply<typeof contract.share>> {
  const estate = await estateOf(call, id);
  const { name, name_local, district, nearest, layouts, area_min, area_max, completion_at, slug } = estate;
  const rooms = layouts.map((layout) => layoutNames[layout as keyof typeof layoutNames] ?? layout).join("、");
  const lines = [
    name_local && name_local !== name ? `${name}（${name_local}）` : name,
    ["区域", district],
    ["交通", nearest && stationText(nearest)],
    ["总价", priceText(estate)],
    ["户型", rooms],
    ["面积", formatArea(area_min, area_max)],
    ["竣工", completion_at?.replace("-", "年").replace(/年0?(\d+)$/, "年$1月")],
  ];
  const text = lines.flatMap((line) => (typeof line === "string" ? [line] : line[1] ? [`${line[0]}：${line[1]}`] : []));
  const url = estate.publish_status === "online" ? await siteUrl(call.db, "estate", slug) : null;
  return { url, text: text.join("\n") };
}

function stationText({ line, station, walk_min, bus_min }: Station): string {
  const [walk, bus] = [walk_min === null ? "" : `步行${walk_min}分钟`, bus_min === null ? "" : `巴士${bus_min}分钟`];
  return [line, station, walk, bus].filter(Boolean).join(" ");
}

interface Priced {
  currency: string;
  price_min: string | null;
  price_max: string | null;
  price_min_cny: string | null;
  price_max_cny: string | null;
}

/** `5,980万–1.28亿日元（≈276–591万元）`. */
function priceText({ currency, price_min, price_max, price_min_cny, price_max_cny }: Priced): string {
  const local = formatBudget(price_min, price_max, currency);
  if (currency === "CNY" || price_min_cny === null || price_max_cny === null) return local;
  return `${local}（≈${formatMoneyRange(price_min_cny, price_max_cny, "CNY")}）`;
}
