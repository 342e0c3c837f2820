import { Anchor, Button } from "@mantine/core";
import { IconPrinter } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import { Panel } from "~/app/blocks/detail/panel";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { lazyPart } from "~/app/blocks/lazy-part";
import { Link } from "~/app/blocks/link";
import { customerPage } from "~/app/features/customer/customer-path";
import { DetailPage } from "~/app/features/detail-page/detail-page";
import { nameOf } from "~/app/features/inquiry/assign-dialog";
import { CaseStageTag, VisaMetTag } from "~/app/features/inquiry/visa-tags";
import { t } from "~/app/i18n/t";
import type { Reply } from "~/contract/endpoint";
import { formatExact } from "~/contract/format";
import { inquiryExt } from "~/contract/inquiry/inquiry-kinds";
import type { InquiryLog } from "~/contract/inquiry/inquiry-record";
import type { visa } from "~/contract/inquiry/visa";
import { ContactFacts, KindFacts, TraceFacts } from "../inquiry-facts";
import { InquiryActions, InquiryHeadFacts, InquiryTags } from "../inquiry-head";
import { InquiryLine } from "../inquiry-line";
import { VisaChecklist } from "./visa-checklist";
import { type CaseOf, factsEditing } from "./visa-dialogs";
import { VisaLinked } from "./visa-linked";
import { VisaPapers } from "./visa-papers";
import { VisaSteps } from "./visa-steps";

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

function CaseTab(of: CaseOf) {
  return (
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
}

function Applicant({ record }: CaseOf) {
  return (
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
}

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
        (customer.is_visible ? (
          <Anchor component={Link} to={customerPage(customer)} fz="inherit">
            {customer.name}
          </Anchor>
        ) : (
          customer.name
        )),
    },
    { label: t("创建时间"), value: formatInstant(record.created_at) },
  ];
}
