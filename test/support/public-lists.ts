/**
 * What the general parts of the public lists (of trackers, of advertisements) block everywhere, in our own words and more
 * strictly: whole parts of a path, words in a file's name, names of parameters.
 */
const parts: Readonly<Record<string, RegExp>> = {
  "figures about visitors": /^(analytics?|metrics?|metrika|telemetry|insights?|statistics?|stats?)$/i,
  "following people": /^(tracks?|trackers?|trackings?|trk|fingerprint|clickstream|heatmap)$/i,
  "counting people": /^(hits?|counters?|impressions?|page-?views?|visitors?|pixels?|beacons?|pings?)$/i,
  "writing down": /^(log|logger|logging|collect|collector|event)$/i,
  advertisements:
    /^(ads?|adv|adverts?|advertis\w*|adserver|banners?|sponsor\w*|affiliates?|promos?|pop-?(up|under)s?)$/i,
};

const fileParts =
  /^(ads?|adv|adverts?|advertis\w*|banners?|sponsor\w*|analytics|track(s|er|ers|ing|ings)?|pixels?|beacons?|stats?|log|logger|counter|pop(up|under)s?|\d{2,3}x\d{2,3})$/i;

const parameters = /^(ads?|adv|advert\w*|banner|utm|referr?er|tracking|pixel|page_?view|visitor_?(id|uuid))(_|$)/i;

/** The rule that this path falls under. */
export function listedPath(path: string): string | undefined {
  const own = path.split("?")[0]?.split(/[/.]/) ?? [];
  return Object.entries(parts).find(([, rule]) => own.some((part) => rule.test(part)))?.[0];
}

/** The word in a file's name that a list would have it kept away for. */
export const listedWord = (file: string): string | undefined =>
  file.split(/[-_.~]/).find((part) => fileParts.test(part));

export const listedParameter = (name: string): boolean => parameters.test(name);
