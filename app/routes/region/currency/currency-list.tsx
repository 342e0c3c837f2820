import { useLoaderData } from "@remix-run/react";
import { IconArrowsExchange, IconRefresh } from "@tabler/icons-react";
import { useState } from "react";
import { loaderOf } from "~/app/api/load";
import { useAct } from "~/app/blocks/feedback/use-act";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { CreateButton } from "~/app/blocks/list/create-button";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { useAddressAct } from "~/app/blocks/use-address-act";
import { t } from "~/app/i18n/t";
import { renewScene } from "~/app/session/scenes";
import { useProfile } from "~/app/session/viewer-context";
import { shortDecimal } from "~/contract/decimal";
import { mayCall } from "~/contract/endpoint";
import { CurrencyRow, currency, currencyScreens, type RefreshReport } from "~/contract/region/currency";
import { type CurrencyDialog, CurrencyDialogs } from "./currency-dialogs";

const RefreshResult = lazyPart(() => import("./refresh-result"), "RefreshResult");

export const clientLoader = loaderOf(currencyScreens["/regionalManage/currencyList"]);
export { write as clientAction } from "~/app/api/writes";

const list: List<CurrencyRow> = {
  name: "currency",
  endpoint: currency.list,
  columns: columnsOf(CurrencyRow, [
    { code: 80, name_zh: 150, symbol: 80, digits: 80 },
    { key: "rate_to_cny", width: 130, align: "right", render: ({ rate_to_cny }) => shortDecimal(rate_to_cny) },
    { ...tagged(CurrencyRow, "rate_source", { auto: "brand" }), width: 80 },
    "rate_at",
    { key: "is_common", width: 70 },
    { ...tagged(CurrencyRow, "status", { enabled: "green" }), width: 80 },
  ]),
  filters: filtersOf(currency.list, CurrencyRow, [{ name: "keyword", label: "代码 / 名称 / 符号" }, "common"]),
  card: { tags: ["status"], facts: ["rate_to_cny", "rate_source", "is_common"], time: "rate_at" },
  title: "name_zh",
  nameOf: ({ name_zh, code }) => `${name_zh} ${code}`,
};

export default function CurrencyList() {
  const { page } = useLoaderData<typeof clientLoader>();
  const profile = useProfile();
  const refreshing = useAct();
  const acts = useActs();
  const [dialog, setDialog] = useState<CurrencyDialog>();
  const [report, setReport] = useState<RefreshReport>();
  useAddressAct("add", () => setDialog({ act: "add" }));
  return (
    <>
      <ListPage
        list={list}
        page={page}
        rowActions={(row) => [
          row.can.rate && { label: t("改汇率"), onSelect: () => setDialog({ act: "rate", row }) },
          !row.is_base && { label: t("历史曲线"), onSelect: () => setDialog({ act: "history", row }) },
          row.can.edit && {
            label: t("编辑"),
            shortcut: "E",
            opens: "row",
            onSelect: () => setDialog({ act: "edit", row }),
          },
          row.can.disable &&
            acts.disable(currency.disable, { params: { id: row.id } }, disabling(row), { onSuccess: renewCurrencies }),
          row.can.enable && acts.enable(currency.enable, { params: { id: row.id } }, { onSuccess: renewCurrencies }),
          row.can.delete &&
            acts.remove(currency.remove, { params: { id: row.id } }, removing(row), { onSuccess: renewCurrencies }),
        ]}
        create={mayCall(profile, currency.create) ? <CreateButton onClick={() => setDialog({ act: "add" })} /> : null}
        tools={[
          page.has_provider && {
            label: t("自动更新"),
            icon: IconRefresh,
            onSelect: () => refreshing.run(currency.refresh, {}, { onSuccess: setReport }),
          },
          {
            label: t("换算器"),
            icon: IconArrowsExchange,
            at: "convert",
            onSelect: () => setDialog({ act: "convert" }),
          },
        ]}
      />
      {report ? (
        <RefreshResult
          report={report}
          onRate={(row, rate) => setDialog({ act: "rate", row, rate })}
          onClose={() => setReport(undefined)}
        />
      ) : null}
      {dialog ? <CurrencyDialogs dialog={dialog} page={page.list} onClose={() => setDialog(undefined)} /> : null}
      {acts.dialog}
    </>
  );
}

const renewCurrencies = () => renewScene("currencies");

const disabling = ({ name_zh: name, code }: CurrencyRow) =>
  t("{name}（{code}）停用后不能再选择，已使用它的记录不变。", { name, code });

const removing = ({ name_zh: name, code }: CurrencyRow) =>
  t("确定删除 {name}（{code}）？已被使用的币种不能删除。", { name, code });
