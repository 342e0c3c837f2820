import type { Random } from "../shared/random";
import { followUpText, type Kind, type Topic } from "../shared/texts";
import type { Contact } from "./histories";
import type { Level, Stage } from "./plans";

/** A follow-up in words, with what it did to stage and level. */
export interface FollowUp extends Contact {
  type: string;
  direction: "out" | "in";
  content: string;
  result: string | null;
  minutes: number | null;
  stageBefore: Stage | null;
  stageAfter: Stage | null;
  levelBefore: Level | null;
  levelAfter: Level | null;
  nextAt: number | null;
}

const stepOf: Readonly<Record<Exclude<Stage, "new">, number>> = {
  contacted: 0,
  qualified: 0.35,
  visited: 0.65,
  lost: 1,
  invalid: 1,
};
const leastChars = 10;

/** Tells the follow-ups of one customer so that they lead to their stage and level (domain C.1.3). */
export function describeFollowUps(
  random: Random,
  contacts: readonly Contact[],
  stage: Stage,
  level: Level,
  topic: Topic,
): FollowUp[] {
  const steps = stepsOf(contacts, stage);
  const levelAt = levelStep(contacts, stage, level);
  let now: Stage = "new";
  return contacts.map((contact, index) => {
    const before = now;
    now = steps.get(index) ?? now;
    const kind = kindOf(random, contact, index, before, now);
    const content = followUpText(random, kind, topic);
    const type = typeOf(random, kind);
    return {
      ...contact,
      isValid: content.length >= leastChars && type !== "other",
      type,
      direction: index === 0 ? (random.chance(0.4) ? "in" : "out") : random.chance(0.15) ? "in" : "out",
      content,
      result: resultOf(random, kind),
      minutes: minutesOf(random, type, kind),
      stageBefore: before === now ? null : before,
      stageAfter: before === now ? null : now,
      levelBefore: index === levelAt ? "C" : null,
      levelAfter: index === levelAt ? level : null,
      nextAt: null,
    };
  });
}

/** At which follow-up each stage is reached; a stage that shares its place with a later one is passed over. */
function stepsOf(contacts: readonly Contact[], stage: Stage): Map<number, Stage> {
  const last = contacts.length - 1;
  const steps = new Map<number, Stage>();
  if (last < 0 || stage === "new") return steps;
  steps.set(0, "contacted");
  if (stage === "qualified" || stage === "visited") steps.set(qualifiedStep(contacts), "qualified");
  if (stage === "visited") steps.set(nextValid(contacts, Math.max(2, Math.floor(last * stepOf.visited))), "visited");
  if (stage === "lost" || stage === "invalid") steps.set(last, stage);
  return steps;
}

const qualifiedStep = (contacts: readonly Contact[]) =>
  nextValid(contacts, Math.max(1, Math.floor((contacts.length - 1) * stepOf.qualified)));

/** A promising level with a budget makes a qualified customer at once; D comes with the end. */
function levelStep(contacts: readonly Contact[], stage: Stage, level: Level): number {
  if (level === "C") return -1;
  if (level === "D") return contacts.length - 1;
  return stage === "contacted" ? nextValid(contacts, 1) : qualifiedStep(contacts);
}

/** What moves a customer on is told at length: the next valid follow-up, else the last. */
function nextValid(contacts: readonly Contact[], from: number): number {
  const found = contacts.findIndex((contact, index) => index >= from && contact.isValid);
  return found < 0 ? contacts.length - 1 : found;
}

function kindOf(random: Random, contact: Contact, index: number, before: Stage, now: Stage): Kind {
  if (now === "visited" && before !== now) return "visit";
  if (now === "lost" && before !== now) return "lost";
  if (now === "invalid") return "wrong";
  if (!contact.isValid) return random.chance(0.85) ? "short" : "other";
  if (index === 0) return "first";
  if (now === "visited" && random.chance(0.2)) return "visit";
  return random.weighted({ talk: 76, meeting: 14, mail: 10 });
}

function typeOf(random: Random, kind: Kind): string {
  switch (kind) {
    case "visit":
      return "visit";
    case "meeting":
      return "online_meeting";
    case "mail":
      return "email";
    case "other":
      return "other";
    case "short":
      return random.weighted({ call: 65, wechat: 25, sms: 10 });
    default:
      return random.weighted({ call: 40, wechat: 37, wecom: 23 });
  }
}

function resultOf(random: Random, kind: Kind): string | null {
  switch (kind) {
    case "short":
      return random.weighted({ no_answer: 85, refused: 15 });
    case "other":
      return null;
    case "lost":
      return "no_intent";
    case "wrong":
      return "wrong";
    case "visit":
      return random.weighted({ interested: 60, considering: 40 });
    default:
      return random.weighted({ connected: 32, interested: 24, need_materials: 18, considering: 18, visit_booked: 8 });
  }
}

function minutesOf(random: Random, type: string, kind: Kind): number | null {
  if (kind === "short") return null;
  if (type === "call") return random.whole(2, 25);
  if (type === "online_meeting") return random.whole(20, 60);
  if (type === "visit") return random.whole(40, 180);
  return null;
}
