import { isoInstant } from "~/server/database/tables/columns";
import type { customerUser } from "~/server/database/tables/customer/audience";
import { type Base, by, drawRows } from "../drawn-rows";
import { type Calendar, day, hourly, inHours, minute } from "../shared/calendar";
import type { Random } from "../shared/random";
import { fourDigits, numbered, stamps } from "../shared/rows";
import type { Person } from "./customers";
import { yearDays } from "./plans";
import { disableReasons, nicknameEnds, nicknameStarts } from "./site-texts";

/** A registered user of the public site, before anything is known of what they do there. */
export type SiteUser = ReturnType<typeof makeSiteUsers>[number];

const platforms = { web: 35, h5: 30, mini_program: 20, app_ios: 8, app_android: 7 } as const;
type Platform = keyof typeof platforms;
const habits = {
  channel: by({ seo: 36, sem: 15, social: 17, wechat: 8, video: 7, direct: 9, partner: 4, email: 2, offline: 2 }),
  channelOfMini: by({ wechat: 52, social: 22, video: 11, offline: 9, direct: 6 }),
  gender: by({ unknown: 64, female: 19, male: 17 }),
  language: by({ zh: 89, zh_tw: 6, en: 3, ja: 2 }),
  home: by({ CN: 86, JP: 4, SG: 3, US: 3, MY: 2, AU: 2 }),
  // Of the ranges that are kept for documentation.
  ip: (random: Random) => `${random.pick(["203.0.113", "198.51.100", "192.0.2"])}.${random.whole(1, 254)}`,
};
const linkedShare = 0.22;
/** Of 3,000. */
const disabledShare = 40 / 3_000;
/** Customers who came by themselves had an account before; it is linked when they ask. */
const siteSources = new Set(["site_inquiry", "app_inquiry", "chat"]);
/** Until the account is closed to them, by us or by themselves. */
const open: { status: string; statusReason: string | null; endedAt: number | null } = {
  ...{ status: "normal", statusReason: null, endedAt: null },
};
/** Those of the customers end before it (profiles.ts). */
const freeNumbersFrom = 4_200;

/** Everybody who registered within the last year, more of them lately, in the order of their registration. */
export function makeSiteUsers({ random, calendar }: Base, people: readonly Person[], total: number) {
  const known = random
    .shuffle(people.filter(({ history }) => history.deletedAt === null))
    .slice(0, Math.round(total * linkedShare));
  const drafts = drawRows(random, total, { platform: platforms }, habits).map(
    ({ channelOfMini, home, ...draft }, index) => {
      const person = known[index] ?? null;
      const contacts = person ? contactsOfCustomer(random, person) : contactsOfStranger(random, draft.platform, index);
      const at = person ? registeredWith(random, calendar, person) : registeredAt(random, calendar);
      const nickname = person && random.chance(0.4) ? person.profile.name.slice(-2) : nicknameOf(random);
      return {
        ...{ ...draft, at, registeredAt: at, person, contacts, nickname: random.chance(0.04) ? null : nickname },
        ...(draft.platform === "mini_program" && { channel: channelOfMini }),
        gender: person?.profile.gender ?? draft.gender,
        country: contacts.phone_cc === "81" ? "JP" : home,
      };
    },
  );
  const users = numbered(drafts, "U-").map((draft) => ({ ...draft, ...open }));
  const settled = users.filter((user) => !user.person && user.registeredAt < calendar.today - 10 * day);
  for (const user of random.shuffle(settled).slice(0, Math.round(total * disabledShare)))
    Object.assign(user, {
      ...{ status: "disabled", statusReason: random.pick(disableReasons) },
      endedAt: inHours(random, calendar, user.registeredAt + day, calendar.now),
    });
  return users;
}

const nicknameOf = (random: Random) => random.pick(nicknameStarts) + random.pick(nicknameEnds);

function registeredAt(random: Random, calendar: Calendar): number {
  for (;;) {
    const daysAgo = random.whole(calendar.latest, yearDays);
    if (random.chance(1 - (0.55 * daysAgo) / yearDays)) return hourly(random, calendar, daysAgo);
  }
}

function registeredWith(random: Random, calendar: Calendar, { history: { createdAt }, profile }: Person): number {
  if (!siteSources.has(profile.source))
    return inHours(random, calendar, createdAt, Math.min(createdAt + 60 * day, calendar.now));
  return Math.max(createdAt - random.whole(5, 20 * 24 * 60) * minute, calendar.at(yearDays, 9, random.whole(0, 59)));
}

/** The same contact that the customer is known by. */
function contactsOfCustomer(random: Random, { id, profile: { phone, phone_cc, email } }: Person) {
  const needsWeChat = (phone === null && email === null) || random.chance(0.4);
  return { phone_cc, phone, email: email?.toLowerCase() ?? null, wechat_unionid: needsWeChat ? unionId(id) : null };
}

function contactsOfStranger(random: Random, platform: Platform, index: number) {
  const four = fourDigits(freeNumbersFrom + index);
  const isWeb = platform === "web";
  const isJapanese = random.chance(0.09);
  const hasPhone = random.chance(platform.startsWith("app") ? 0.97 : isWeb ? 0.72 : 0.84);
  const hasWeChat = platform === "mini_program" || random.chance(isWeb ? 0.08 : 0.32);
  const hasEmail = random.chance(isWeb ? 0.5 : 0.14) || !(hasPhone || hasWeChat);
  return {
    phone_cc: hasPhone ? (isJapanese ? "81" : "86") : null,
    phone: hasPhone ? `${isJapanese ? "200000" : "1990000"}${four}` : null,
    email: hasEmail ? `user${four}@demo.test` : null,
    wechat_unionid: hasWeChat ? unionId(100_000 + index) : null,
  };
}

const unionId = (number: number) => `oDemo${String(number).padStart(6, "0")}`;

/** The row of a user; of one who has left the number alone is kept. */
export function siteUserRow(user: SiteUser): typeof customerUser.$inferInsert {
  const { phone_cc, phone, email, wechat_unionid } = user.contacts;
  const known = {
    ...{ nickname: user.nickname, phone_cc, phone, phone_e164: phone && `+${phone_cc}${phone}`, email, wechat_unionid },
    ...{ phone_last4: phone?.slice(-4) ?? null, gender: user.gender, language: user.language },
    ...{ country_code: user.country, register_ip: user.ip, customer_id: user.person?.id ?? null },
    // What they did comes later (behaviors.ts).
    last_active_at: isoInstant(user.registeredAt),
  };
  const forgotten = { ...Object.fromEntries(Object.keys(known).map((name) => [name, null])), gender: "unknown" };
  return {
    ...(user.status === "unregistered" ? forgotten : known),
    ...{ id: user.id, user_no: user.no, avatar_url: null, status: user.status, status_reason: user.statusReason },
    ...{ register_platform: user.platform, register_channel: user.channel },
    ...{ registered_at: isoInstant(user.registeredAt) },
    ...stamps(user.registeredAt, null, user.endedAt ?? user.registeredAt),
  };
}
