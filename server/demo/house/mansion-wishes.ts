import { MansionFields } from "~/contract/house/mansion";
import type { ApplicantType } from "~/contract/house/mansion-application";
import type { MansionFacts } from "~/server/resources/house/mansion/write";
import type { SiteUser } from "../customer/users";
import type { Calendar } from "../shared/calendar";
import type { Random } from "../shared/random";
import { fourDigits } from "../shared/rows";
import type { Staff } from "../system/staff";
import { buildingAt, twinOf } from "./mansion-facts";
import type { Site } from "./mansion-places";

/** The applicant: numbered where the house knows them. */
export interface Applicant {
  applicant_type: ApplicantType;
  applicant_id: number | null;
  applicant_name: string;
  contact: string | null;
}

const agencies = ["海岚置业", "东京安居", "远航海外", "望川地产", "和信家业"] as const;
const agents = ["陈经理", "佐藤", "林小姐", "黄先生", "高桥"] as const;
/** Numbers that nobody else of the demo has. */
const freeNumbersFrom = 8_200;

/** Somebody who asks at that moment; a claim is a user's. */
export function applicantAt(
  random: Random,
  at: number,
  kind: ApplicantType,
  { users, staff, index }: { users: readonly SiteUser[]; staff: readonly Staff[]; index: number },
): Applicant {
  if (kind === "agent") {
    const four = fourDigits(freeNumbersFrom + index);
    const applicant_name = `${random.pick(agencies)}·${random.pick(agents)}`;
    return { applicant_type: kind, applicant_id: null, applicant_name, contact: `+86 199 0000 ${four}` };
  }
  if (kind === "staff") {
    const { id, name, email } = random.pick(
      staff.filter(({ status, roles }) => status === "enabled" && roles.includes("sales")),
    );
    return { applicant_type: kind, applicant_id: id, applicant_name: name, contact: email };
  }
  const { id, nickname, no, contacts } = random.pick(
    users.filter(({ registeredAt, status }) => registeredAt < at && status === "normal"),
  );
  const phone = contacts.phone && `+${contacts.phone_cc} ${contacts.phone}`;
  return {
    ...{ applicant_type: kind, applicant_id: id, applicant_name: nickname ?? no },
    contact: phone ?? contacts.email,
  };
}

/** The filled-in facts, without empty ones. */
export function filledIn(facts: MansionFacts): Record<string, unknown> {
  const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0);
  const names = Object.keys(MansionFields.shape) as (keyof MansionFacts)[]; // the keys of the schema
  return Object.fromEntries(names.flatMap((name) => (isEmpty(facts[name]) ? [] : [[name, facts[name]]])));
}

/** A building that is wished for: one that is there as somebody else would write it, or one that nobody has written down. */
export function wishedBuilding(
  random: Random,
  calendar: Calendar,
  like: MansionFacts | undefined,
  { sites, taken }: { sites: readonly Site[]; taken: Set<string> },
): Record<string, unknown> {
  const site = random.pick(sites.filter(({ country }) => country === "JP"));
  return filledIn(like ? twinOf(random, like) : buildingAt(random, calendar, site, taken));
}

const managers = ["晨曦物业管理", "东岸物业", "长青社区服务"] as const;

/** What somebody would change of a building; none of it is what it is found by. */
export function correctionOf(random: Random, mansion: MansionFacts): Partial<MansionFacts> {
  const [year = "2010", month = "03"] = mansion.built_at.split("-");
  const all: Partial<MansionFacts>[] = [
    { total_units: (mansion.total_units ?? 90) + random.whole(2, 24) },
    { built_at: `${Number(year) - 1}-${month}` },
    { manager_company: random.pick(managers) },
    { pet_allowed: mansion.pet_allowed === "yes" ? "no" : "yes" },
    { floors_above: (mansion.floors_above ?? 9) + 1 },
  ];
  return Object.assign({}, ...random.shuffle(all).slice(0, random.whole(2, 4)));
}

const notes = ["本人自住", "购于新房时，登记名义为本人", "与配偶共有"] as const;

export const claimedRoom = (random: Random) => ({
  room_no: `${random.whole(2, 15)}${String(random.whole(1, 8)).padStart(2, "0")}`,
  note: random.chance(0.6) ? random.pick(notes) : null,
});
