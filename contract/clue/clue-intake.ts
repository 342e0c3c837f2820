import { z } from "zod";
import * as field from "../field";
import { externalId, signedEndpoint, TakenIn } from "../signed";
import { clueStatuses } from "./clue-kinds";
import { ClueCollision, ClueIntake } from "./clue-record";

/** The agents' portal reports customers here, and learns no more of them than this; then as when staff report (`receiveClue`). */
export const clueIntake = {
  signed: signedEndpoint("POST /api/clue/intake", "接入报备", {
    body: z.intersection(z.object({ external_id: externalId() }), ClueIntake),
    reply: TakenIn.extend({
      clue_no: z.string(),
      status: field.choice("状态", clueStatuses),
      /** All that the agent may know: that it collides, not with which record. */
      collision: ClueCollision.shape.type.nullable(),
    }),
  }),
};
