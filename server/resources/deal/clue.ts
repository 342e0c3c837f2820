import { clue as contract } from "~/contract/clue/clue";
import { replyWith } from "~/server/lib/reply";
import { serve } from "~/server/lib/serve";
import { detailAfter, fresh } from "~/server/resources/clue/clue/view";
import { contractClue, subscribeClue } from "./deal/clue-catch-up";

/** The acts of leads that need their deal. */
export const clueHandlersOfDeals = [
  serve(contract.subscribe, replyWith(detailAfter, fresh(subscribeClue))),
  serve(contract.contract, replyWith(detailAfter, fresh(contractClue))),
];
