import basic from "~/app/basic.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import lines from "~/app/blocks/detail/line.module.css";
import { Panel } from "~/app/blocks/detail/panel";
import { lazyPart } from "~/app/blocks/lazy-part";
import { Link } from "~/app/blocks/link";
import { customerPage } from "~/app/features/customer/customer-path";
import { DetailPage, type DetailTab } from "~/app/features/detail-page/detail-page";
import { nameOf } from "~/app/features/inquiry/assign-dialog";
import { InquiryBriefs } from "~/app/features/inquiry/inquiry-briefs";
import { t } from "~/app/i18n/t";
import { behaviorTypes as behaviors, type behaviorTypes } from "~/contract/customer/customer-user";
import { caseStages } from "~/contract/inquiry/inquiry-kinds";
import type { InquiryDetail, InquiryLog, InquiryRow } from "~/contract/inquiry/inquiry-record";
import { InquiryContent } from "./inquiry-content";
import { ContactFacts, TraceFacts } from "./inquiry-facts";
import { InquiryActions, InquiryHeadFacts, InquiryTags } from "./inquiry-head";
import { InquiryLine } from "./inquiry-line";

const Comments = lazyPart(() => import("~/app/features/comments/comments"), "Comments");

interface InquiryPageProps {
  record: InquiryDetail;
  logs: InquiryLog[];
  related: InquiryRow[];
  tabs?: readonly DetailTab[];
}

/** An inquiry's page, of whichever kind (domain D.4). */
export const InquiryPage = ({ record, logs, related, tabs = [] }: InquiryPageProps) => (
  <DetailPage
    key={record.id}
    title={nameOf(record)}
    keep={["id"]}
    tags={<InquiryTags record={record} />}
    facts={<InquiryHeadFacts record={record} />}
    actions={<InquiryActions record={record} />}
    side={sideOf(record)}
    tabs={[
      { key: "basics", label: t("询盘内容"), content: <Basics record={record} /> },
      ...tabs,
      { key: "logs", label: t("跟进与记录"), content: <InquiryLine logs={logs} /> },
      { key: "comments", label: t("评论"), content: <Comments type="inquiry" id={record.id} /> },
      { key: "trace", label: t("来源轨迹"), content: <Trace record={record} /> },
      { key: "related", label: t("其他询盘"), content: <InquiryBriefs rows={related} /> },
    ]}
  />
);

const Basics = ({ record }: { record: InquiryDetail }) => (
  <div className={`${basic.grid} ${basic.gap12}`}>
    <Panel title={t("联系信息")}>
      <ContactFacts record={record} />
    </Panel>
    <InquiryContent record={record} />
    {record.remark ? (
      <Panel title={t("内部备注")}>
        <p className={`${basic.flat} ${basic.anywhere} ${basic.lines}`}>{record.remark}</p>
      </Panel>
    ) : null}
  </div>
);

const Trace = ({ record }: { record: InquiryDetail }) => (
  <div className={`${basic.grid} ${basic.gap12}`}>
    <Panel title={t("来源轨迹")}>
      <TraceFacts record={record} />
    </Panel>
    {record.behaviors.length ? (
      <Panel title={t("最近浏览")}>
        <ul className={`${lines.line} ${basic.list} ${basic.grid} ${basic.gap10}`}>
          {record.behaviors.map(({ id, type, target_name, at }) => (
            <li key={id}>
              <div className={lines.head}>
                <strong>{t(behaviors[type as keyof typeof behaviorTypes] ?? type)}</strong>
                <span>{target_name}</span>
                <time dateTime={at}>{formatInstant(at)}</time>
              </div>
            </li>
          ))}
        </ul>
      </Panel>
    ) : null}
  </div>
);

const personOf = (one: NonNullable<InquiryDetail["customer"]>) =>
  one.is_visible ? <Link to={customerPage(one)}>{one.name}</Link> : one.name;

function sideOf(record: InquiryDetail) {
  const { customer, customer_user, mansion, share, candidate } = record;
  return [
    { label: t("询盘编号"), value: record.inquiry_no },
    { label: t("顾问"), value: record.assignee?.name },
    { label: t("关联客户"), value: customer && personOf(customer) },
    ...(share ? [{ label: t("来自分享"), value: share.name }] : []),
    ...(candidate ? [{ label: t("可能是客户"), value: personOf(candidate) }] : []),
    { label: t("注册用户"), value: customer_user?.name },
    ...(record.visa
      ? [
          {
            label: t("办理阶段"),
            value: (
              <Link to={`/inquiry/management/managementInfo/${record.id}`}>{t(caseStages[record.visa.stage])}</Link>
            ),
          },
        ]
      : []),
    ...(mansion ? [{ label: t("意向楼栋"), value: mansion.name }] : []),
    { label: t("首次响应"), value: record.first_response_at && formatInstant(record.first_response_at) },
    { label: t("创建时间"), value: formatInstant(record.created_at) },
  ];
}
