import { isbot } from "isbot";
import { track as contract, type TrackedKind, type TrackType } from "~/contract/inquiry/track";
import { serve } from "~/server/lib/serve";
import { householdOf, ownLimit } from "~/server/lib/try-limit";
import { collectContentVisit } from "~/server/resources/content/visits";
import { collectVisit } from "./visit/collect";
import { collectSearch } from "./visit/collect-search";

const trackLimit = ownLimit(120);

/** Of a banner it is told that it was shown, and that it was clicked; what it leads to tells the rest of itself. */
const isOf = (kind: TrackedKind, type: TrackType) => kind !== "banner" || type === "impression" || type === "click";

export const trackHandlers = [
  serve(
    contract.track,
    async ({ body, origin: { ip, ua }, services }) => {
      const { code, kind, id, type, visitor: mark } = body;
      const visitor = [ip, ua, mark ?? ""];
      // A program that does not say what it is is none that people browse with.
      const isPerson = ua && !isbot(ua);
      if (isPerson && type === "search") collectSearch(services, body);
      else if (type === "search") return "empty" as const;
      else if (isPerson && code && type !== "share" && type !== "like")
        await collectVisit(services, { code, type, visitor });
      else if (isPerson && kind && id && isOf(kind, type))
        await collectContentVisit(services, { kind, id, type, visitor });
      return "empty" as const;
    },
    // It is written with others', later.
    { ownTransaction: true, admit: ({ services, origin }) => trackLimit(services, householdOf(origin.ip)) },
  ),
];
