import { parse } from "node:path";

/** Words by which public lists know advertisements and trackers. */
const listed =
  /^(analytics?|tracks?|trackers?|trackings?|stats?|statistics?|log|logs|logging|logger|collect(or)?|beacons?|pixels?|pings?|hits?|visits?|counters?|events?|metrics?|telemetry|ads?|adv|advert\w*|banners?|sponsor\w*|affiliates?|promos?|pop(up|under)s?)$/i;

/** A name without the words that a blocker would keep the file away for: of each its first letter stays. */
export const plainName = (name: string): string =>
  name
    .split(/([-_.~])/)
    .map((part) => (listed.test(part) ? part.charAt(0) : part))
    .join("");

/** Short, since the manifest names each file and every page loads it. */
export const scriptName = ({ name }: { name: string }): string => `static/js/${plainName(name)}-[hash:7].js`;

export function assetName({ names }: { names: readonly string[] }): string {
  const [first = ""] = names;
  const stem = parse(first).name;
  const plain = plainName(stem);
  const folder = names.some((name) => name.endsWith(".css")) ? "css" : "media";
  return `static/${folder}/${plain === stem ? "[name]" : plain}-[hash:7][extname]`;
}
