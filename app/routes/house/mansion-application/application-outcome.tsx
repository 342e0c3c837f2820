import { Button } from "@mantine/core";
import { FactList } from "~/app/blocks/detail/fact-list";
import { formatInstant } from "~/app/blocks/detail/format";
import { Panel } from "~/app/blocks/detail/panel";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import { type ApplicationDetail, applicationStatuses } from "~/contract/house/mansion-application";
import { confirmPath } from "./application-paths";
import { MansionLink } from "./mansion-link";

/** An application's outcome, user and time; and the way to the next one that waits. */
export function ApplicationOutcome({ record }: { record: ApplicationDetail }) {
  const { status, handler, handled_at, result, reject_reason, next_id } = record;
  return (
    <Panel
      title={t("处理结果")}
      tools={
        next_id === null ? (
          <span>{t("没有待确认的申请了")}</span>
        ) : (
          <Button component={Link} to={confirmPath(next_id)} size="compact-sm">
            {t("下一条")}
          </Button>
        )
      }
    >
      <FactList
        facts={[
          { label: t("结果"), value: t(applicationStatuses[status as keyof typeof applicationStatuses] ?? status) },
          { label: t("处理人"), value: handler?.name },
          { label: t("处理时间"), value: formatInstant(handled_at) },
          result !== null && { label: t("结果楼栋"), value: <MansionLink mansion={result} /> },
          reject_reason !== null && { label: t("驳回原因"), value: reject_reason, isWide: true },
        ]}
      />
    </Panel>
  );
}
