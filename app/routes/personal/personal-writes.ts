import type { ClientActionFunctionArgs } from "@remix-run/react";
import { markViewerStale } from "~/app/api/viewer-age";
import { writes } from "~/app/api/writes";
import { binding } from "~/contract/personal/binding";
import { user } from "~/contract/personal/user";

const acts = {
  update: user.update,
  endSession: user.endSession,
  endOtherSessions: user.endOtherSessions,
  unbind: binding.unbind,
};
const write = writes(acts);

/** The acts of the personal center. What they change stands in the frame as well, which asks for nothing by itself. */
export const personalAction = Object.assign(
  async (args: ClientActionFunctionArgs) => {
    const result = await write(args);
    if (result.ok) markViewerStale();
    return result;
  },
  { acts },
);
export type PersonalAction = typeof personalAction;
