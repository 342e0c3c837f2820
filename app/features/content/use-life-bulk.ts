import { useAct } from "~/app/blocks/feedback/use-act";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import type { BulkAction } from "../bulk/bulk-bar";
import type { ContentEndpoints, LifeRow } from "./content-kind";

const most = 100;

/** Bulk acts on pieces; each can be undone with what the server has kept of it. */
export function useLifeBulk<Row extends LifeRow>({
  publishBatch,
  offlineBatch,
}: ContentEndpoints): (BulkAction<Row> | false)[] {
  const profile = useProfile();
  const { run } = useAct();
  const act = (
    label: string,
    endpoint: typeof publishBatch | typeof offlineBatch,
    name: "publish" | "offline",
    why: string,
  ): BulkAction<Row> | false =>
    mayCall(profile, endpoint) && {
      label,
      max: most,
      blocked: ({ can, blocked }) => (can[name] ? (name === "publish" ? blocked.publish : undefined) : why),
      run: (rows, report) => run(endpoint, { body: { ids: rows.map(({ id }) => id) } }, { onSuccess: report }),
    };
  return [
    act(t("发布"), publishBatch, "publish", t("已经发布")),
    act(t("下线"), offlineBatch, "offline", t("尚未发布")),
  ];
}
