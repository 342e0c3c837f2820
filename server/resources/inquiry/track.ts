import { isbot } from "isbot";
import { track as contract } from "~/contract/inquiry/track";
import { serve } from "~/server/lib/serve";
import { householdOf, ownLimit } from "~/server/lib/try-limit";
import { collectReading } from "~/server/resources/content/visits";
import { collectVisit } from "./visit/collect";

const trackLimit = ownLimit(120);

export const trackHandlers = [
  serve(
    contract.track,
    async ({ body: { code, kind, id, type, visitor: mark }, origin: { ip, ua }, services }) => {
      await trackLimit(services, householdOf(ip));
      const visitor = [ip, ua, mark ?? ""];
      // A program that does not say what it is is none that people browse with.
      const isPerson = ua && !isbot(ua);
      if (isPerson && code && type !== "share") await collectVisit(services, { code, type, visitor });
      else if (isPerson && kind && id) await collectReading(services, { kind, id, type, visitor });
      return "empty" as const;
    },
    // It is written with others', later.
    { ownTransaction: true },
  ),
];
