import basic from "~/app/basic.module.css";
import { Panel } from "~/app/blocks/detail/panel";
import { t } from "~/app/i18n/t";
import type { InquiryDetail } from "~/contract/inquiry/inquiry-record";
import { EstateLine } from "./estate-line";
import { KindFacts } from "./inquiry-facts";

export const InquiryContent = ({ record }: { record: InquiryDetail }) => (
  <>
    <Panel title={t("询盘内容")}>
      {record.content ? <p className={`${basic.flat} ${basic.anywhere} ${basic.lines}`}>{record.content}</p> : null}
      <KindFacts record={record} />
    </Panel>
    {record.estate_card ? (
      <Panel title={t("意向房源")}>
        <EstateLine of={record.estate_card} />
      </Panel>
    ) : null}
  </>
);
