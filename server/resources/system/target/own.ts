import type { Reply } from "~/contract/endpoint";
import type { user } from "~/contract/personal/user";
import { targetMetricKeys } from "~/contract/system/target";
import type { Db } from "~/server/database/database";
import { dayOf } from "~/server/lib/list";
import type { Viewer } from "~/server/resources/customer/customer/view";
import { targetsOf } from "./month";

/** Somebody's own targets of this month with what they have reached, whatever else they may see. */
export async function ownTargets(db: Db, viewer: Viewer): Promise<Reply<typeof user.summary>["targets"]> {
  const alone: Viewer = { ...viewer, caller: { ...viewer.caller, scope: () => "self" } };
  const { list } = await targetsOf(db, alone, dayOf(viewer.now).slice(0, 7));
  const own = list.find(({ dim, id }) => dim === "user" && id === viewer.caller.id);
  return targetMetricKeys.flatMap((metric) => {
    const cell = own?.cells[metric];
    return cell?.value ? [{ metric, value: cell.value, actual: cell.actual }] : [];
  });
}
