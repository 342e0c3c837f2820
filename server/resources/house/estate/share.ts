import type { Reply } from "~/contract/endpoint";
import type { estate as contract } from "~/contract/house/estate";
import { layouts as layoutNames, type Station } from "~/contract/house/property";
import type { SignedCall } from "~/server/lib/call";
import { readSettings } from "~/server/lib/settings";
import { estateOf } from "./view";

/** An estate in some lines for a customer: what is live and nothing that is for colleagues; with its address on the site when it is there. */
export async function shareOf(call: SignedCall, id: number): Promise<Reply<typeof contract.share>> {
  const estate = await estateOf(call, id);
  const { "site.main_base": base } = await readSettings(call.db);
  const { name, name_local, district, nearest, layouts, area_min, area_max, completion_at, slug } = estate;
  const rooms = layouts.map((layout) => layoutNames[layout as keyof typeof layoutNames] ?? layout).join("、");
  const lines = [
    name_local && name_local !== name ? `${name}（${name_local}）` : name,
    ["区域", district],
    ["交通", nearest && stationText(nearest)],
    ["总价", priceText(estate)],
    ["户型", rooms],
    ["面积", area_min === null ? "" : `${range(String(area_min), String(area_max ?? area_min))}㎡`],
    ["竣工", completion_at.replace("-", "年").replace(/年0?(\d+)$/, "年$1月")],
  ];
  const text = lines.flatMap((line) => (typeof line === "string" ? [line] : line[1] ? [`${line[0]}：${line[1]}`] : []));
  const url = base && slug && estate.publish_status === "online" ? `${base.replace(/\/+$/, "")}/estate/${slug}` : null;
  return { url, text: text.join("\n") };
}

const range = (from: string, to: string) => (from === to ? from : `${from}–${to}`);

function stationText({ line, station, walk_min, bus_min }: Station): string {
  const [walk, bus] = [walk_min === null ? "" : `步行${walk_min}分钟`, bus_min === null ? "" : `巴士${bus_min}分钟`];
  return [line, station, walk, bus].filter(Boolean).join(" ");
}

interface Priced {
  currency: string;
  price_min: string;
  price_max: string;
  price_min_cny: string | null;
  price_max_cny: string | null;
}

/** JPY 5,980万–1.28亿（≈人民币276万–591万）. */
function priceText({ currency, price_min, price_max, price_min_cny, price_max_cny }: Priced): string {
  const local = range(amountText(price_min), amountText(price_max));
  if (currency === "CNY") return `人民币${local}`;
  const cny =
    price_min_cny === null || price_max_cny === null
      ? ""
      : `（≈人民币${range(amountText(price_min_cny), amountText(price_max_cny))}）`;
  return `${currency} ${local}${cny}`;
}

const short = new Intl.NumberFormat("zh-CN", { maximumFractionDigits: 2 });

function amountText(amount: string): string {
  const value = Number(amount);
  if (value >= 100_000_000) return `${short.format(value / 100_000_000)}亿`;
  return value >= 10_000 ? `${short.format(value / 10_000)}万` : short.format(value);
}
