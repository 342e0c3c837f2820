import { useAddressDialog } from "~/app/blocks/feedback/use-address-dialog";
import { lazyPart } from "~/app/blocks/lazy-part";
import { CreateButton } from "~/app/blocks/list/create-button";
import { type List, type ListDisplay, ListPage } from "~/app/blocks/list/list-page";
import { useBulk } from "~/app/features/bulk/use-bulk";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall, type Reply } from "~/contract/endpoint";
import { inquiry, inquiryViews } from "~/contract/inquiry/inquiry";
import type { EntryKind } from "~/contract/inquiry/inquiry-kinds";
import type { InquiryRow } from "~/contract/inquiry/inquiry-record";
import { visa } from "~/contract/inquiry/visa";
import { useInquiryActs } from "./inquiry-acts";
import { bulk } from "./inquiry-dialogs";

const EntryDialog = lazyPart(() => import("./entry-dialog"), "EntryDialog");

interface InquiryListPageProps {
  list: List<InquiryRow>;
  page: Reply<typeof inquiry.list>;
  kind: EntryKind;
  display?: ListDisplay<InquiryRow>;
}

export function InquiryListPage({ list, page, kind, display }: InquiryListPageProps) {
  const profile = useProfile();
  const mayEnter = mayCall(profile, inquiry.create) && (kind !== "visa" || mayCall(profile, visa.step));
  const acts = useInquiryActs();
  const { opened, open, close } = useAddressDialog("add");
  const options = Object.entries(inquiryViews).map(([value, label]) => ({
    value,
    label: t(label),
    count: page.tabs[value as keyof typeof inquiryViews] || undefined,
  }));
  return (
    <>
      <ListPage
        list={list}
        page={page}
        tabs={{ name: "view", options }}
        {...(display && { display })}
        rowActions={acts.actionsOf}
        bulk={useBulk(list, page, [
          mayCall(profile, inquiry.assignBatch) && acts.inBulk(bulk.assign),
          mayCall(profile, inquiry.invalidBatch) && acts.inBulk(bulk.invalid),
        ])}
        create={mayEnter ? <CreateButton label={t("新增询盘")} onClick={() => open("add")} /> : null}
      />
      {opened === "add" && mayEnter ? <EntryDialog kind={kind} onClose={close} /> : null}
      {acts.dialog}
    </>
  );
}
