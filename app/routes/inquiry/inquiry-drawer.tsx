import basic from "~/app/basic.module.css";
import lines from "~/app/blocks/detail/line.module.css";
import { TitledPart } from "~/app/blocks/detail/titled-part";
import { lazyPart } from "~/app/blocks/lazy-part";
import { DrawerAnswer, type DrawerPart, useDrawerCall } from "~/app/blocks/list/row/row-drawer";
import { t } from "~/app/i18n/t";
import { inquiry } from "~/contract/inquiry/inquiry";
import type { InquiryRow } from "~/contract/inquiry/inquiry-record";
import { EstateLine } from "./estate-line";
import { ContactFacts, KindFacts } from "./inquiry-facts";
import { InquiryActions, InquiryHeadFacts, InquiryTags } from "./inquiry-head";
import { InquiryLine } from "./inquiry-line";

const VisaChecklist = lazyPart(() => import("./visa/visa-checklist"), "VisaChecklist");

export function InquiryDrawer({ id }: DrawerPart<InquiryRow>) {
  const record = useDrawerCall(inquiry.get, { params: { id } });
  const logs = useDrawerCall(inquiry.logs, { params: { id } });
  return (
    <DrawerAnswer {...record}>
      {(one) => (
        <div className={`${basic.grid} ${basic.gap12}`}>
          <div className={lines.head}>
            <InquiryTags record={one} />
          </div>
          <InquiryHeadFacts record={one} />
          <InquiryActions record={one} />
          <ContactFacts record={one} />
          {one.content ? <p className={`${basic.flat} ${basic.anywhere} ${basic.lines}`}>{one.content}</p> : null}
          <KindFacts record={one} />
          {one.visa ? (
            <TitledPart title={t("条件评估")}>
              <VisaChecklist record={one} view={one.visa} />
            </TitledPart>
          ) : null}
          {one.estate_card ? <EstateLine of={one.estate_card} /> : null}
          <TitledPart title={t("跟进与记录")}>
            <DrawerAnswer {...logs}>{(list) => <InquiryLine logs={list} />}</DrawerAnswer>
          </TitledPart>
        </div>
      )}
    </DrawerAnswer>
  );
}
