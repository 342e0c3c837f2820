import { Button } from "@mantine/core";
import { IconArrowLeft, IconPrinter } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { FactList } from "~/app/blocks/detail/fact-list";
import { formatInstant } from "~/app/blocks/detail/format";
import paper from "~/app/blocks/detail/paper.module.css";
import { Value } from "~/app/blocks/detail/value";
import { Empty } from "~/app/blocks/feedback/states";
import { nameOf } from "~/app/features/inquiry/assign-dialog";
import { t } from "~/app/i18n/t";
import { shanghaiDay } from "~/contract/day";
import type { Reply } from "~/contract/endpoint";
import { metaOf } from "~/contract/field";
import { formatExact } from "~/contract/format";
import { caseStages } from "~/contract/inquiry/inquiry-kinds";
import { InquiryDetail } from "~/contract/inquiry/inquiry-record";
import type { visa } from "~/contract/inquiry/visa";
import { visaCheckStates, visaChecks, visaDisclaimer, visaTotal } from "~/contract/inquiry/visa-check";
import { DossierLine } from "./dossier-line";
import classes from "./dossier-sheet.module.css";
import type { CaseOf } from "./visa-dialogs";

interface DossierSheetProps extends CaseOf {
  dossier: Reply<typeof visa.dossier>;
  onClose: () => void;
}

/** 档案: all of a case in one line, on A4 or as PDF. */
export function DossierSheet({ record, view, dossier, onClose }: DossierSheetProps) {
  const { shape } = InquiryDetail;
  const met = view.checks.filter(({ state }) => state === "met").length;
  return (
    <div className={paper.page} style={{ "--paper-width": "1000px" }}>
      <div className={paper.tools}>
        <Button variant="default" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={onClose}>
          {t("返回案件")}
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          {t("打印")}
        </Button>
      </div>
      <article className={`${paper.sheet} ${classes.sheet} ${basic.surface}`} aria-label={t("签证档案")}>
        <h1>{t("经营管理签证档案")}</h1>
        <FactList
          remedy={null}
          facts={[
            { label: t("申请人"), value: nameOf(record) },
            { label: t("询盘编号"), value: record.inquiry_no },
            {
              label: t("国籍"),
              value: <Value field={metaOf(shape.nationality)} value={record.nationality} record={record} />,
            },
            { label: t("办理阶段"), value: t(caseStages[view.stage]) },
            { label: t("行政书士"), value: record.scrivener },
            {
              label: t("资本金"),
              value: record.capital_jpy === null ? null : formatExact(String(record.capital_jpy), "JPY") || "0",
            },
            { label: t("关联房源"), value: (view.property ?? record.estate_card)?.name },
            { label: t("顾问"), value: record.assignee?.name },
            { label: t("打印日期"), value: shanghaiDay() },
          ]}
        />
        <section aria-label={t("条件评估")}>
          <h2>
            {t("条件评估")} {met}/{visaTotal}
          </h2>
          <ul className={`${classes.checks} ${basic.list}`}>
            {view.checks.map(({ key, state, note }) => (
              <li key={key}>
                <span>{t(visaChecks[key])}</span>
                <span>{t(visaCheckStates[state])}</span>
                {note ? <span className={`${basic.ownLine} ${basic.dim} ${basic.size13}`}>{note}</span> : null}
              </li>
            ))}
          </ul>
          <p className={`${basic.dim} ${basic.size13}`}>{t(visaDisclaimer)}</p>
        </section>
        <section aria-label={t("时间线")}>
          <h2>{t("时间线")}</h2>
          {dossier.list.length ? (
            <ol className={`${classes.line} ${basic.list}`}>
              {dossier.list.map((entry) => (
                <li key={entry.key} data-kind={entry.kind}>
                  <time className={`${basic.dim} ${basic.size13}`} dateTime={entry.at}>
                    {entry.at.length > 10 ? formatInstant(entry.at) : entry.at}
                  </time>
                  <DossierLine entry={entry} />
                  <span className={`${basic.dim} ${basic.size13}`}>{entry.by}</span>
                </li>
              ))}
            </ol>
          ) : (
            <Empty title={t("还没有记录")} />
          )}
          {dossier.is_cut ? (
            <p className={`${basic.dim} ${basic.size13}`}>{t("记录较多，每类只列出最近的部分")}</p>
          ) : null}
        </section>
      </article>
    </div>
  );
}
