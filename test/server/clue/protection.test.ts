import fc from "fast-check";
import { expect, test } from "vitest";
import { type ClueStatus, clueStatuses } from "~/contract/clue/clue-kinds";
import { protectModes } from "~/contract/house/estate-record";
import {
  type Claimant,
  holdsAt,
  judgeByRule,
  protectedAfterVisit,
  protectedFrom,
} from "~/server/resources/clue/clue/protection";
import { days, testNow } from "~/test/support/factories";

const rule = { protect_report_days: 15, protect_visit_days: 60, protect_until: null };

test("a review protects by its mode, and a visit anew", () => {
  const after = (mode: keyof typeof protectModes) => protectedFrom({ ...rule, protect_mode: mode }, testNow);
  expect([after("report_deal"), after("report_visit_deal")]).toEqual([new Date(days(15)), new Date(days(15))]);
  expect(after("visit_deal")).toBeNull();
  const visited = (mode: keyof typeof protectModes, until: string | null) =>
    protectedAfterVisit({ ...rule, protect_mode: mode, protect_until: until }, days(0));
  expect(visited("report_visit_deal", days(90))).toEqual(new Date(days(60)));
  expect(visited("visit_deal", null)).toEqual(new Date(days(60)));
  // Where the report alone protects, a visit takes nothing away.
  expect(visited("report_deal", days(90))).toEqual(new Date(days(90)));
});

const claimant = fc.record({
  status: fc.constantFrom(...(Object.keys(clueStatuses) as ClueStatus[])),
  created: fc.integer({ min: -90, max: 30 }),
  protect_mode: fc.constantFrom(...(Object.keys(protectModes) as (keyof typeof protectModes)[])),
  until: fc.option(fc.integer({ min: -30, max: 60 }).filter((day) => day !== 0)),
  isOwnAgent: fc.boolean(),
});
const own = fc.record({ since: fc.integer({ min: -90, max: -1 }) });

test("whatever stands beside a report: the earliest that holds wins, our customer where they were there before it", () => {
  fc.assert(
    fc.property(
      fc.array(claimant, { maxLength: 6 }),
      fc.array(own, { maxLength: 2 }),
      fc.boolean(),
      (drawn, ours, certain) => {
        const others = drawn.map(({ created, until, ...one }, index) => ({
          ...one,
          created_at: days(created),
          protect_until: until === null ? null : days(until),
          clue_no: `BB${index}`,
          agent: `代理${index}`,
        }));
        const { rule_result, rule_sentence } = judgeByRule(
          {
            report: { created_at: days(0) },
            others,
            own: ours.map(({ since }) => ({ since: days(since), active: days(-1), owner: "周顾问" })),
            isListed: false,
            certain,
            collisionDays: 90,
          },
          testNow,
        );
        // Said again by hand: the customer's holder, and since when.
        const isHeld = ({ status, protect_mode, protect_until }: Claimant) =>
          status === "subscribed" ||
          status === "contracted" ||
          (status === "visited" && (protect_until === null || protect_until > days(0))) ||
          (protect_mode !== "visit_deal" &&
            (status === "pending" || (status === "valid" && protect_until !== null && protect_until > days(0))));
        const earlier = others.filter((one) => isHeld(one) && one.created_at <= days(0));
        for (const one of others) expect(holdsAt(one, testNow)).toBe(isHeld(one));
        const strangers = earlier
          .filter(({ isOwnAgent }) => !isOwnAgent)
          .map(({ created_at }) => created_at)
          .sort();
        const mine = ours.map(({ since }) => days(since)).sort();
        const [first, ourFirst] = [strangers[0], mine[0]];
        const expected =
          ourFirst && (!first || ourFirst < first) ? "own" : first ? "other" : earlier.length ? "none" : "this";
        expect(rule_result).toBe(expected);
        expect(rule_sentence.includes("不能单凭此判为无效")).toBe(!certain);
      },
    ),
  );
});
