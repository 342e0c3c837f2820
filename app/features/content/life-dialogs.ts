import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { t } from "~/app/i18n/t";
import { now } from "~/contract/now";
import type { ContentKindOf, LifeRow } from "./content-kind";

/** The parts of a piece that scheduling needs. */
export type Scheduled = Pick<LifeRow, "id" | "version" | "title" | "publish_status" | "publish_at">;

const hour = 3_600_000;

/** The same full hour tomorrow: most pieces are prepared the day before. */
const nextDay = () => new Date(Math.floor(now() / hour) * hour + 24 * hour).toISOString();

export const scheduleForm = ({ endpoints }: ContentKindOf) =>
  actDialog({
    endpoint: endpoints.schedule,
    fields: [{ name: "publish_at" }],
    about: ({ title }: Scheduled) => t("《{title}》到这一时刻自动对外可见，之前可以取消或改时间。", { title }),
    input: ({ id, version }) => ({ params: { id }, body: { version } }),
    value: ({ publish_status, publish_at }) => ({
      publish_at: publish_status === "scheduled" ? publish_at : nextDay(),
    }),
    success: () => t("已定时"),
    submitLabel: "定时发布",
  });

export const publishing = ({ title }: Pick<LifeRow, "title">) => ({
  text: t("《{title}》发布后立即对外可见。", { title }),
  confirmLabel: t("发布"),
  isDanger: false,
  success: t("已发布"),
});

export const takingOffline = ({ title }: Pick<LifeRow, "title">) => ({
  text: t("《{title}》下线后对外不再可见，可以随时重新发布。", { title }),
  confirmLabel: t("下线"),
  success: t("已下线"),
});

export const removing = ({ title }: Pick<LifeRow, "title">) => ({
  text: t("《{title}》及其历史版本将被删除，不能恢复。", { title }),
  confirmLabel: t("删除"),
  success: t("已删除"),
});
