import { isoInstant } from "~/server/database/tables/columns";
import { type Calendar, day, hourly, inHours, minute } from "../shared/calendar";
import { type Random, spread } from "../shared/random";
import { fourDigits, numbered, stamps } from "../shared/rows";
import type { Person } from "./customers";
import { yearDays } from "./histories";
import { disableReasons, nicknameEnds, nicknameStarts } from "./site-texts";

/** A registered user of the public site, before anything is known of what they do there. */
export interface SiteUser {
  id: number;
  no: string;
  person: Person | null;
  platform: Platform;
  channel: string;
  registeredAt: number;
  ip: string;
  nickname: string | null;
  gender: string;
  language: string;
  country: string;
  contacts: UserContacts;
  status: "normal" | "disabled" | "unregistering" | "unregistered";
  statusReason: string | null;
  /** When the account was closed to them, by us or by themselves. */
  endedAt: number | null;
}

interface UserContacts {
  phone_cc: string | null;
  phone: string | null;
  email: string | null;
  wechat_unionid: string | null;
}

const platforms = { web: 35, h5: 30, mini_program: 20, app_ios: 8, app_android: 7 } as const;
type Platform = keyof typeof platforms;
const channels = { seo: 36, sem: 15, social: 17, wechat: 8, video: 7, direct: 9, partner: 4, email: 2, offline: 2 };
const channelsOfMini = { wechat: 52, social: 22, video: 11, offline: 9, direct: 6 };
const linkedShare = 0.22;
/** Of 3,000. */
const disabledShare = 40 / 3_000;
/** Customers who came by themselves had an account before; it is linked when they ask. */
const siteSources = new Set(["site_inquiry", "app_inquiry", "chat"]);
/** Those of the customers end before it (profiles.ts). */
const freeNumbersFrom = 4_200;

/** Everybody who registered within the last year, more of them lately, in the order of their registration. */
export function makeSiteUsers(
  random: Random,
  calendar: Calendar,
  people: readonly Person[],
  total: number,
): SiteUser[] {
  const known = random
    .shuffle(people.filter(({ history }) => history.deletedAt === null || history.restoredAt !== null))
    .slice(0, Math.round(total * linkedShare));
  const places = random.shuffle(spread(total, platforms));
  const drafts = places.map((platform, index) => {
    const person = known[index] ?? null;
    const contacts = person ? contactsOfCustomer(random, person) : contactsOfStranger(random, platform, index);
    const at = person ? registeredWith(random, calendar, person) : registeredAt(random, calendar);
    return {
      at,
      person,
      platform,
      channel: platform === "mini_program" ? random.weighted(channelsOfMini) : random.weighted(channels),
      registeredAt: at,
      ip: addressOf(random),
      nickname: nicknameOf(random, person),
      gender: person?.profile.gender ?? random.weighted({ unknown: 64, female: 19, male: 17 }),
      language: random.weighted({ zh: 89, zh_tw: 6, en: 3, ja: 2 }),
      country: contacts.phone_cc === "81" ? "JP" : random.weighted({ CN: 86, JP: 4, SG: 3, US: 3, MY: 2, AU: 2 }),
      contacts,
    };
  });
  const users = numbered(drafts, "U-").map(
    (draft): SiteUser => ({ ...draft, status: "normal", statusReason: null, endedAt: null }),
  );
  disable(random, calendar, users);
  return users;
}

function disable(random: Random, calendar: Calendar, users: SiteUser[]): void {
  const settled = users.filter((user) => !user.person && user.registeredAt < calendar.today - 10 * day);
  for (const user of random.shuffle(settled).slice(0, Math.round(users.length * disabledShare))) {
    user.status = "disabled";
    user.statusReason = random.pick(disableReasons);
    user.endedAt = inHours(random, calendar, user.registeredAt + day, calendar.now);
  }
}

function registeredAt(random: Random, calendar: Calendar): number {
  for (;;) {
    const daysAgo = random.whole(calendar.latest, yearDays);
    if (random.chance(1 - (0.55 * daysAgo) / yearDays)) return hourly(random, calendar, daysAgo);
  }
}

function registeredWith(random: Random, calendar: Calendar, { history, profile }: Person): number {
  const { createdAt } = history;
  if (!siteSources.has(profile.source))
    return inHours(random, calendar, createdAt, Math.min(createdAt + 60 * day, calendar.now));
  const first = calendar.at(yearDays, 9, random.whole(0, 59));
  return Math.max(createdAt - random.whole(5, 20 * 24 * 60) * minute, first);
}

/** The same contact that the customer is known by. */
function contactsOfCustomer(random: Random, { id, profile }: Person): UserContacts {
  const isKnown = profile.phone !== null || profile.email !== null;
  return {
    phone_cc: profile.phone && profile.phone_cc,
    phone: profile.phone,
    email: profile.email?.toLowerCase() ?? null,
    wechat_unionid: !isKnown || random.chance(0.4) ? unionId(random, id) : null,
  };
}

function contactsOfStranger(random: Random, platform: Platform, index: number): UserContacts {
  const isApp = platform === "app_ios" || platform === "app_android";
  const isWeb = platform === "web";
  const four = fourDigits(freeNumbersFrom + index);
  const isJapanese = random.chance(0.09);
  const hasPhone = random.chance(isApp ? 0.97 : isWeb ? 0.72 : 0.84);
  const hasWeChat = platform === "mini_program" || random.chance(isWeb ? 0.08 : 0.32);
  const hasEmail = random.chance(isWeb ? 0.5 : 0.14) || !(hasPhone || hasWeChat);
  return {
    phone_cc: hasPhone ? (isJapanese ? "81" : "86") : null,
    phone: hasPhone ? (isJapanese ? `200000${four}` : `1990000${four}`) : null,
    email: hasEmail ? `user${four}@demo.test` : null,
    wechat_unionid: hasWeChat ? unionId(random, 100_000 + index) : null,
  };
}

const signs = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const unionId = (random: Random, number: number) =>
  `oDemo${String(number).padStart(6, "0")}${Array.from({ length: 17 }, () => signs[random.whole(0, 61)]).join("")}`;

/** An address of the ranges that are kept for documentation. */
const addressOf = (random: Random) => `${random.pick(["203.0.113", "198.51.100", "192.0.2"])}.${random.whole(1, 254)}`;

function nicknameOf(random: Random, person: Person | null): string | null {
  if (random.chance(0.04)) return null;
  if (person && random.chance(0.4)) return person.profile.name.slice(-2);
  return random.pick(nicknameStarts) + random.pick(nicknameEnds);
}

/** The row of a user; one who has left keeps their number alone. */
export function siteUserRow(user: SiteUser) {
  const isGone = user.status === "unregistered";
  const { phone_cc, phone, email, wechat_unionid } = user.contacts;
  const kept = <T>(value: T) => (isGone ? null : value);
  return {
    ...{ id: user.id, user_no: user.no, nickname: kept(user.nickname), avatar_url: null },
    ...{ phone_cc: kept(phone_cc), phone: kept(phone), phone_e164: kept(phone && `+${phone_cc}${phone}`) },
    ...{ phone_last4: kept(phone?.slice(-4) ?? null), email: kept(email), wechat_unionid: kept(wechat_unionid) },
    ...{ gender: isGone ? "unknown" : user.gender, language: kept(user.language), country_code: kept(user.country) },
    ...{ register_platform: user.platform, register_channel: user.channel, register_ip: kept(user.ip) },
    // What they did comes later (behaviors.ts).
    ...{ registered_at: isoInstant(user.registeredAt), last_active_at: kept(isoInstant(user.registeredAt)) },
    ...{ customer_id: kept(user.person?.id ?? null), status: user.status, status_reason: user.statusReason },
    ...stamps(user.registeredAt, null, user.endedAt ?? user.registeredAt),
  };
}
