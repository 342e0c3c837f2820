import { isoInstant } from "~/server/database/tables/columns";
import type { customer, requirement, tracking } from "~/server/database/tables/customer/customer";
import { type Calendar, inHours } from "../shared/calendar";
import type { Random } from "../shared/random";
import type { EstateStory } from "./estates";

type Customer = typeof customer.$inferInsert;

const wishShare = 0.42;
const shownShare = 0.75;
const matchedShare = 0.22;
/** Talks in which estates are shown or spoken of. */
const showing: ReadonlySet<string> = new Set(["visit", "online_meeting"]);

/** Which estates customers want, were shown, and had found for them: such as were there at that time, in the country that they look at. */
export function wishEstates(
  random: Random,
  calendar: Calendar,
  stories: readonly EstateStory[],
  {
    customers,
    trackings,
    requirements,
  }: {
    customers: readonly Customer[];
    trackings: readonly (typeof tracking.$inferInsert)[];
    requirements: readonly (typeof requirement.$inferInsert)[];
  },
): void {
  const online = stories.filter(({ state }) => state === "online");
  const there = (countries: readonly string[], districts: readonly number[], until: number) => {
    const here = online.filter(
      ({ row, publishedAt }) => countries.includes(row.country_code) && (publishedAt ?? until) < until,
    );
    const near = here.filter(({ row }) => districts.includes(row.district_id));
    return (near.length ? near : here).map(({ row }) => row.id);
  };
  const wished = new Map<number, number[]>();
  for (const one of customers) {
    one.intent_estate_ids = [];
    const choice = there(one.intent_country_codes ?? [], one.intent_district_ids ?? [], calendar.now);
    if (!choice.length || !random.chance(wishShare)) continue;
    one.intent_estate_ids = sorted(random.shuffle(choice).slice(0, random.whole(1, 3)));
    wished.set(one.id ?? 0, one.intent_estate_ids);
  }
  const byId = new Map(customers.map((one) => [one.id, one]));
  for (const one of trackings) {
    one.estate_ids = [];
    if (!showing.has(one.type) || !random.chance(shownShare)) continue;
    const who = byId.get(one.customer_id);
    const at = Date.parse(one.tracked_at);
    const choice = there(who?.intent_country_codes ?? [], who?.intent_district_ids ?? [], at);
    const wanted = (wished.get(one.customer_id) ?? []).filter((id) => choice.includes(id));
    one.estate_ids = sorted((wanted.length ? wanted : random.shuffle(choice)).slice(0, random.whole(1, 2)));
  }
  for (const one of requirements) {
    one.matched_estate_ids = [];
    const choice = there([one.country_code], one.district_ids ?? [], calendar.now);
    if (one.status !== "open" || !choice.length || !random.chance(matchedShare)) continue;
    const at = isoInstant(
      inHours(random, calendar, Date.parse(one.created_at ?? isoInstant(calendar.now)), calendar.now),
    );
    const matched_estate_ids = sorted(random.shuffle(choice).slice(0, random.whole(1, 3)));
    Object.assign(one, { matched_estate_ids, status: "matched", version: 2, updated_at: at });
  }
}

const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);
