import { Button } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { formatInstant } from "~/app/blocks/detail/format";
import { Panel } from "~/app/blocks/detail/panel";
import { useCall } from "~/app/blocks/detail/use-async";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { lazyPart } from "~/app/blocks/lazy-part";
import { NameLink } from "~/app/blocks/page-link";
import { customerPage } from "~/app/features/customer/customer-path";
import { DealBriefs } from "~/app/features/deal/deal-briefs";
import { DetailPage } from "~/app/features/detail-page/detail-page";
import { nameOf } from "~/app/features/inquiry/assign-dialog";
import { CaseStageTag, VisaMetTag } from "~/app/features/inquiry/visa-tags";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { deal } from "~/contract/deal/deal";
import { mayCall, type Reply } from "~/contract/endpoint";
import { formatExact } from "~/contract/format";
import { inquiryExt } from "~/contract/inquiry/inquiry-kinds";
import type { InquiryLog } from "~/contract/inquiry/inquiry-record";
import type { visa } from "~/contract/inquiry/visa";
import { EstateLine } from "../estate-line";
import { ContactFacts, KindFacts, TraceFacts } from "../inquiry-facts";
import { InquiryActions, InquiryHeadFacts, InquiryTags } from "../inquiry-head";
import { InquiryLine } from "../inquiry-line";
import { VisaChecklist } from "./visa-checklist";
import { type CaseOf, factsEditing } from "./visa-dialogs";
import { VisaPapers } from "./visa-papers";
import { VisaSteps } from "./visa-steps";

/** 关联: the customer, the property that goes with the visa, and what they bought. */
function VisaLinked({ record, view }: CaseOf) {
  const { customer, estate_card } = record;
  const maySeeDeals = mayCall(useProfile(), deal.list);
  const estates = [...new Map([view.property, estate_card].flatMap((one) => (one ? [[one.id, one]] : []))).values()];
  return (
    <div className={`${basic.grid} ${basic.gap12}`}>
      <Panel title={t("关联客户")}>
        {customer === null ? (
          <p className={`${basic.flat} ${basic.dim} ${basic.size13}`}>{t("尚未转客户")}</p>
        ) : customer.is_visible ? (
          <NameLink to={customerPage(customer)}>{customer.name}</NameLink>
        ) : (
          customer.name
        )}
      </Panel>
      <Panel title={t("关联房源")}>
        {estates.length ? (
          estates.map((one) => <EstateLine key={one.id} of={one} />)
        ) : (
          <p className={`${basic.flat} ${basic.dim} ${basic.size13}`}>{t("没有关联房源")}</p>
        )}
      </Panel>
      {customer && maySeeDeals ? (
        <Panel title={t("成交")}>
          <CustomerDeals id={customer.id} />
        </Panel>
      ) : null}
    </div>
  );
}

function CustomerDeals({ id }: { id: number }) {
  const page = useCall(deal.list, { query: { customer_id: id, page_size: 20 } });
  return <AsyncPart {...page}>{({ list }) => <DealBriefs rows={list} />}</AsyncPart>;
}

const Comments = lazyPart(() => import("~/app/features/comments/comments"), "Comments");

interface VisaPageProps extends CaseOf {
  logs: InquiryLog[];
  papers: Reply<typeof visa.papers>;
  onPrint: () => void;
}

/** A case of 经营管理签证 (domain D.4): how far it is, who applies, its papers, what belongs to it. */
export function VisaPage({ record, view, logs, papers, onPrint }: VisaPageProps) {
  const of = { record, view };
  const { form, dialog } = useActs();
  return (
    <>
      <DetailPage
        key={record.id}
        title={nameOf(record)}
        tags={
          <>
            <InquiryTags record={record} />
            <CaseStageTag stage={view.stage} />
            <VisaMetTag met={view.checks.filter(({ state }) => state === "met").length} />
          </>
        }
        facts={<InquiryHeadFacts record={record} />}
        actions={
          <InquiryActions record={record} first={[view.can.edit && form(factsEditing, of, { label: t("办理信息") })]} />
        }
        side={sideOf(of)}
        beside={
          <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={onPrint}>
            {t("打印")}
          </Button>
        }
        tabs={[
          { key: "case", label: t("办理进度"), content: <CaseTab {...of} /> },
          { key: "applicant", label: t("申请人"), content: <Applicant {...of} /> },
          { key: "papers", label: t("材料清单"), content: <VisaPapers {...of} papers={papers} /> },
          { key: "linked", label: t("关联"), content: <VisaLinked {...of} /> },
          { key: "logs", label: t("跟进与记录"), content: <InquiryLine logs={logs} /> },
          { key: "comments", label: t("评论"), content: <Comments type="inquiry" id={record.id} /> },
        ]}
      />
      {dialog}
    </>
  );
}

const CaseTab = (of: CaseOf) => (
  <div
    className={`${basic.grid} ${basic.gap16}`}
    style={{ gridTemplateColumns: "repeat(auto-fit, minmax(min(320px, 100%), 1fr))", alignItems: "start" }}
  >
    <Panel title={t("办理阶段")}>
      <VisaSteps {...of} />
    </Panel>
    <Panel title={t("条件评估")}>
      <VisaChecklist {...of} />
    </Panel>
  </div>
);

const Applicant = ({ record }: CaseOf) => (
  <div className={`${basic.grid} ${basic.gap12}`}>
    <Panel title={t("联系信息")}>
      <ContactFacts record={record} />
    </Panel>
    <Panel title={t("申请条件")}>
      {record.content ? <p className={`${basic.flat} ${basic.anywhere} ${basic.lines}`}>{record.content}</p> : null}
      <KindFacts record={record} />
    </Panel>
    <Panel title={t("来源轨迹")}>
      <TraceFacts record={record} />
    </Panel>
  </div>
);

function sideOf({ record }: CaseOf) {
  const { customer, ext } = record;
  const { scrivener, fee_jpy } = inquiryExt.visa.pick({ scrivener: true, fee_jpy: true }).parse(ext);
  return [
    { label: t("询盘编号"), value: record.inquiry_no },
    { label: t("顾问"), value: record.assignee?.name },
    { label: t("行政书士"), value: scrivener },
    { label: t("办理费用"), value: fee_jpy === null ? null : formatExact(String(fee_jpy), "JPY") || "0" },
    {
      label: t("关联客户"),
      value:
        customer &&
        (customer.is_visible ? <NameLink to={customerPage(customer)}>{customer.name}</NameLink> : customer.name),
    },
    { label: t("创建时间"), value: formatInstant(record.created_at) },
  ];
}
