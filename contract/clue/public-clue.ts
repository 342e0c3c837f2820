import { z } from "zod";
import * as field from "../field";
import { externalId, signedEndpoint, TakenIn } from "../signed";
import { clueStatuses } from "./clue-kinds";
import { ClueCollision, ClueIntake } from "./clue-record";

/** By this door the agents' portal reports customers; what is behind it is one way with the staff's (`receiveClue`). */
export const publicClue = {
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
