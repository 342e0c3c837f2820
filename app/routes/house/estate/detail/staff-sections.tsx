import { FactList } from "~/app/blocks/detail/fact-list";
import { formatInstant } from "~/app/blocks/detail/format";
import { Panel } from "~/app/blocks/detail/panel";
import { lazyPart } from "~/app/blocks/lazy-part";
import { WhenNear } from "~/app/blocks/when-near";
import { AuditTag, PublishTag } from "~/app/features/estate/estate-labels";
import { t } from "~/app/i18n/t";
import type { EstateDetail } from "~/contract/house/estate";
import { EstateComments } from "../estate-comments";
import { interestOf } from "../estate-interest";
import { EstateMansions } from "../estate-outline";
import { EstateRules } from "./estate-rules";

// Few come as far as the deals and reviews.
const EstateDeals = lazyPart(() => import("./estate-deals"), "EstateDeals");
const EstateRecords = lazyPart(() => import("./estate-records"), "EstateRecords");

export const staffSections = (record: EstateDetail, mayFillIn: boolean, seesDeals: boolean) => [
  { id: "inside", title: "内部信息", content: <EstateInside record={record} /> },
  record.rules && {
    id: "rules",
    title: "报备与佣金",
    content: <EstateRules record={record} rules={record.rules} />,
  },
  (record.mansions.length > 0 || mayFillIn) && {
    id: "mansions",
    title: "相关楼栋",
    content: <EstateMansions record={record} />,
  },
  seesDeals && {
    id: "deals",
    title: "成交",
    content: (
      <Panel title={t("成交")}>
        <WhenNear height={120}>
          <EstateDeals id={record.id} />
        </WhenNear>
      </Panel>
    ),
  },
  { id: "comments", title: "评论", content: <EstateComments id={record.id} /> },
  {
    id: "records",
    title: "审核记录",
    content: (
      <Panel title={t("审核记录")}>
        <WhenNear height={120}>
          <EstateRecords key={record.updated_at} id={record.id} />
        </WhenNear>
      </Panel>
    ),
  },
];

const EstateInside = ({ record }: { record: EstateDetail }) => (
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
