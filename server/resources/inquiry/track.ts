import { isbot } from "isbot";
import { track as contract } from "~/contract/inquiry/track";
import { serve } from "~/server/lib/serve";
import { householdOf, ownLimit } from "~/server/lib/try-limit";
import { collectVisit } from "./visit/collect";

const trackLimit = ownLimit(120);

export const trackHandlers = [
  serve(
    contract.track,
    async ({ body: { code, type, visitor }, origin: { ip, ua }, services }) => {
      await trackLimit(services, householdOf(ip));
      // A program that does not say what it is is none that people browse with.
      if (ua && !isbot(ua)) await collectVisit(services, { code, type, visitor: [ip, ua, visitor ?? ""] });
      return "empty" as const;
    },
    // It is written with others', later.
    { ownTransaction: true },
  ),
];
