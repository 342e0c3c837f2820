import { between, by, oneOf } from "../drawn-rows";
import type { Random } from "../shared/random";
import { followUpText, type Kind, type Topic } from "../shared/texts";
import type { Contact } from "./histories";
import type { Level, Stage } from "./plans";

/** A follow-up in words, with what it did to stage and level. */
export type FollowUp = ReturnType<typeof describeFollowUps>[number];

const spoken = by({ call: 40, wechat: 37, wecom: 23 });
const answered = by({ connected: 32, interested: 24, need_materials: 18, considering: 18, visit_booked: 8 });
/** By what a follow-up is: how it is made, and what comes of it. */
const kinds: Readonly<Record<Kind, readonly [type: (random: Random) => string, (random: Random) => string | null]>> = {
  first: [spoken, answered],
  talk: [spoken, answered],
  visit: [oneOf(["visit"]), by({ interested: 60, considering: 40 })],
  meeting: [oneOf(["online_meeting"]), answered],
  mail: [oneOf(["email"]), answered],
  lost: [spoken, oneOf(["no_intent"])],
  wrong: [spoken, oneOf(["wrong"])],
  short: [by({ call: 65, wechat: 25, sms: 10 }), by({ no_answer: 85, refused: 15 })],
  other: [oneOf(["other"]), oneOf([null])],
};
const minutes: Readonly<Record<string, (random: Random) => number>> = {
  ...{ call: between(2, 25), online_meeting: between(20, 60), visit: between(40, 180) },
};
const leastChars = 10;

/** Tells the follow-ups of one customer so that they lead to their stage and level (domain C.1.3). */
export function describeFollowUps(
  random: Random,
  contacts: readonly Contact[],
  stage: Stage,
  level: Level,
  topic: Topic,
) {
  const last = contacts.length - 1;
  // What moves a customer on is told at length: the next valid follow-up, else the last.
  const nextValid = (from: number) => {
    const place = contacts.findIndex(({ isValid }, index) => index >= from && isValid);
    return place < 0 ? last : place;
  };
  const qualified = nextValid(Math.max(1, Math.floor(last * 0.35)));
  // A stage that shares its place with a later one is passed over.
  const steps = new Map<number, Stage>(stage === "new" ? [] : [[0, "contacted"]]);
  if (stage === "qualified" || stage === "visited") steps.set(qualified, "qualified");
  if (stage === "visited") steps.set(nextValid(Math.max(2, Math.floor(last * 0.65))), stage);
  if (stage === "lost" || stage === "invalid") steps.set(last, stage);
  // A promising level with a budget makes a qualified customer at once; D comes with the end.
  const levelAt = level === "C" ? -1 : level === "D" ? last : stage === "contacted" ? nextValid(1) : qualified;
  let now: Stage = "new";
  return contacts.map((contact, index) => {
    const before = now;
    now = steps.get(index) ?? now;
    const kind = kindOf(random, contact, index, before, now);
    const [typeOf, resultOf] = kinds[kind];
    const type = typeOf(random);
    const content = followUpText(random, kind, topic);
    return {
      ...contact,
      isValid: content.length >= leastChars && type !== "other",
      ...{ type, content, result: resultOf(random) },
      direction: random.chance(index === 0 ? 0.4 : 0.15) ? ("in" as const) : ("out" as const),
      duration_min: kind === "short" ? null : (minutes[type]?.(random) ?? null),
      ...{ stage_before: before === now ? null : before, stage_after: before === now ? null : now },
      ...{ level_before: index === levelAt ? ("C" as const) : null, level_after: index === levelAt ? level : null },
    };
  });
}

function kindOf(random: Random, { isValid }: Contact, index: number, before: Stage, now: Stage): Kind {
  if (now === "invalid") return "wrong";
  if (before !== now && (now === "visited" || now === "lost")) return now === "lost" ? now : "visit";
  if (!isValid) return random.chance(0.85) ? "short" : "other";
  if (index === 0) return "first";
  if (now === "visited" && random.chance(0.2)) return "visit";
  return random.weighted({ talk: 76, meeting: 14, mail: 10 });
}
