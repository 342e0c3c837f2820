import type { InquiryIntake } from "~/contract/inquiry/inquiry-intake";
import type { SignedCall } from "~/server/lib/call";
import { trackerBy } from "~/server/resources/customer/customer-user/take-user";
import { regionOfAddress } from "~/server/resources/region/region-of-address";

const utmFields = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"] as const;
/** As long as an intake's own may be. */
const longestUtm = 100;

interface Place {
  tracker: string | null;
  ip: string | null;
  sent: Pick<InquiryIntake, "page_url" | (typeof utmFields)[number]>;
}

/** Where somebody came from: their tracking point and campaign, which also stand in the address of the page, and the country of their address. */
export async function placeOf(db: SignedCall["db"], { tracker, ip, sent }: Place) {
  const { page_url } = sent;
  const said = page_url && URL.canParse(page_url) ? new URL(page_url).searchParams : new URLSearchParams();
  const code = tracker ?? said.get("tk");
  // What is said by itself goes before the address.
  const utm = utmFields.map((name) => [name, sent[name] ?? (said.get(name)?.trim().slice(0, longestUtm) || null)]);
  return {
    ...(Object.fromEntries(utm) as Record<(typeof utmFields)[number], string | null>), // a pair for each name
    tracker_id: code ? await trackerBy(db, code.toLowerCase()) : null,
    ip,
    ip_region: await regionOfAddress(db, ip),
  };
}
