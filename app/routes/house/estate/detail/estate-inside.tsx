import { FactList } from "~/app/blocks/detail/fact-list";
import { formatInstant } from "~/app/blocks/detail/format";
import { Panel } from "~/app/blocks/detail/panel";
import { AuditTag, PublishTag } from "~/app/features/estate/estate-labels";
import { t } from "~/app/i18n/t";
import type { EstateDetail } from "~/contract/house/estate";
import { interestOf } from "../estate-interest";

/** What only the house knows of an estate: number, state, and demand. */
export const EstateInside = ({ record }: { record: EstateDetail }) => (
  <Panel title={t("内部信息")}>
    <FactList
      remedy={null}
      facts={[
        { label: t("编号"), value: record.estate_no },
        {
          label: t("审核状态"),
          value: <AuditTag status={record.audit_status} isChanging={record.is_changing} />,
        },
        { label: t("上架状态"), value: <PublishTag status={record.publish_status} /> },
        { label: t("上架时间"), value: record.published_at && formatInstant(record.published_at) },
        { label: t("房产经纪"), value: record.broker?.name },
        ...interestOf(record),
      ]}
    />
  </Panel>
);
