import { useLoaderData, useSearchParams } from "@remix-run/react";
import { useMemo, useState } from "react";
import { loaderOf } from "~/app/api/load";
import { useAddressDialog } from "~/app/blocks/feedback/use-address-dialog";
import { WaitingRecord } from "~/app/blocks/feedback/waiting";
import { lazyPart } from "~/app/blocks/lazy-part";
import { CreateButton } from "~/app/blocks/list/create-button";
import { ListPage } from "~/app/blocks/list/list-page";
import { ListSummary, SummaryFigure } from "~/app/blocks/list/list-summary";
import { useDrawerAddress } from "~/app/blocks/list/row/drawer-address";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { useBulk } from "~/app/features/bulk/use-bulk";
import { dealPath } from "~/app/features/deal/deal-paths";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { deal, dealScreenData } from "~/contract/deal/deal";
import { formatNumber } from "~/contract/decimal";
import { mayCall, type Reply } from "~/contract/endpoint";
import type { FieldError } from "~/contract/errors";
import { formatExact } from "~/contract/format";
import { baseCurrency } from "~/contract/region/rate";
import { rowNumber } from "~/contract/screen-data";
import { useDealActs } from "./deal-acts";
import { dealList } from "./deal-columns";
import { DealEditProvider } from "./deal-edit";

const BillList = lazyPart(() => import("./billing/bill-list"), "BillList", WaitingRecord);
const DealDrawer = lazyPart(() => import("./deal-drawer"), "DealDrawer", WaitingRecord);
const DealPage = lazyPart(() => import("./deal-page"), "DealPage", WaitingRecord);
const DealForm = lazyPart(() => import("./form/deal-form"), "DealForm");

export const clientLoader = loaderOf(dealScreenData["/Covenant/covenantList"]);
export { write as clientAction } from "~/app/api/writes";
export { keepsRows as shouldRevalidate } from "~/app/blocks/list/row/drawer-address";

const begins = ["customer_id", "estate_id", "unit_id", "clue_id", "building"] as const;

export default function DealList() {
  const { page, record, bills } = useLoaderData<typeof clientLoader>();
  const profile = useProfile();
  const isPhone = useIsPhone();
  const drawer = useDrawerAddress();
  const [search] = useSearchParams();
  const [complaints, setComplaints] = useState<readonly FieldError[]>([]);
  const dialog = useAddressDialog("add", "deal", ...begins);
  const edit = (id: number, wrong: readonly FieldError[] = []) => {
    setComplaints(wrong);
    dialog.open("deal", id);
  };
  const acts = useDealActs({ onEdit: edit });
  const list = useMemo(() => {
    const known = dealList(profile);
    // The phone has no room next to the list: a deal takes its place.
    return isPhone ? { ...known, linkOf: ({ id }: { id: number }) => dealPath(id) } : { ...known, drawer: DealDrawer };
  }, [profile, isPhone]);
  const bulk = useBulk(list, page);
  const close = () => {
    setComplaints([]);
    dialog.close();
  };
  const form =
    search.has("add") || (search.has("deal") && record) ? (
      <DealForm
        key={record?.id ?? "new"}
        record={record}
        begin={beginOf(search)}
        complaints={complaints}
        onRefused={edit}
        onSaved={(id) => {
          setComplaints([]);
          drawer.open(id);
        }}
        onClose={close}
      />
    ) : null;
  if (isPhone && drawer.id !== undefined && !form)
    return <DealPage key={drawer.id} id={drawer.id} onEdit={edit} onClose={drawer.close} />;
  if (bills) return <BillList page={bills} />;
  return (
    <DealEditProvider value={edit}>
      <ListPage
        list={list}
        page={page}
        banner={<Summary {...page} />}
        rowActions={acts.actionsOf}
        bulk={bulk}
        create={
          mayCall(profile, deal.create) ? (
            <CreateButton label={t("新增成交")} onClick={() => dialog.open("add")} />
          ) : null
        }
      />
      {form}
      {acts.dialog}
    </DealEditProvider>
  );
}

const beginOf = (search: URLSearchParams) =>
  Object.fromEntries(
    begins.flatMap((name) => {
      const text = search.get(name);
      return text ? [[name, name === "building" ? text : rowNumber(text)]] : [];
    }),
  );

function Summary({ summary }: Pick<Reply<typeof deal.list>, "summary">) {
  const { count, amount_cny } = summary;
  return (
    <ListSummary label={t("成交统计")}>
      <SummaryFigure of="deals_sold" value={count === null ? t("范围过大") : formatNumber(count)} />
      <SummaryFigure of="deals_sold_amount" value={formatExact(amount_cny, baseCurrency) || t("范围过大")} />
    </ListSummary>
  );
}
