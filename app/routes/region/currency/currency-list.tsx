import { Button, Group } from "@mantine/core";
import { type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react";
import { lazy, Suspense, useState } from "react";
import { call } from "~/app/api/call";
import { writes } from "~/app/api/writes";
import { renewScene } from "~/app/blocks/form/scenes";
import { useAct } from "~/app/blocks/form/use-act";
import { columnsOf, tagged } from "~/app/blocks/list/list-columns";
import { filtersOf } from "~/app/blocks/list/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { shortDecimal } from "~/contract/decimal";
import { mayCall } from "~/contract/endpoint";
import { readQuery } from "~/contract/read-query";
import { CurrencyColumns, type CurrencyRow, currency, type RefreshReport } from "~/contract/region/currency";
import type { AskedCurrency } from "./currency-dialogs";
import { type CurrencyAction, currencyActs } from "./currency-writes";

const CurrencyDialogs = lazy(() =>
  import("./currency-dialogs").then((module) => ({ default: module.CurrencyDialogs })),
);
const RefreshResult = lazy(() => import("./refresh-result").then((module) => ({ default: module.RefreshResult })));

export const clientLoader = ({ request }: ClientLoaderFunctionArgs) =>
  call(currency.list, { query: readQuery(request, currency.list) }, { signal: request.signal });

export const clientAction = writes(currencyActs);

const list: List<CurrencyRow> = {
  name: "currency",
  endpoint: currency.list,
  columns: columnsOf(CurrencyColumns, [
    { key: "code", width: 80 },
    { key: "name_zh", width: 150 },
    { key: "symbol", width: 80 },
    { key: "digits", width: 80 },
    { key: "rate_to_cny", width: 130, align: "right", render: ({ rate_to_cny }) => shortDecimal(rate_to_cny) },
    { ...tagged(CurrencyColumns, "rate_source", { auto: "brand" }), width: 80 },
    "rate_at",
    { key: "is_common", width: 70 },
    { ...tagged(CurrencyColumns, "status", { enabled: "green" }), width: 80 },
  ]),
  filters: filtersOf(currency.list, CurrencyColumns, [{ name: "keyword", label: "代码 / 名称 / 符号" }, "common"]),
  card: { tags: ["status"], facts: ["rate_to_cny", "rate_source", "is_common"], time: "rate_at" },
  title: "name_zh",
  nameOf: ({ name_zh, code }) => `${name_zh} ${code}`,
};

const renewCurrencies = () => renewScene("currencies");

export default function CurrencyList() {
  const page = useLoaderData<typeof clientLoader>();
  const profile = useProfile();
  const { run } = useAct<CurrencyAction>();
  const refreshing = useAct<CurrencyAction>();
  const [asked, setAsked] = useState<AskedCurrency>();
  const [report, setReport] = useState<RefreshReport>();
  return (
    <>
      <ListPage
        list={list}
        page={page}
        rowActions={(row) => [
          row.can.rate && { label: t("改汇率"), onSelect: () => setAsked({ act: "rate", row }) },
          !row.is_base && { label: t("历史曲线"), onSelect: () => setAsked({ act: "history", row }) },
          row.can.edit && { label: t("编辑"), onSelect: () => setAsked({ act: "edit", row }) },
          row.can.disable && { label: t("停用"), onSelect: () => setAsked({ act: "disable", row }) },
          row.can.enable && {
            label: t("启用"),
            onSelect: () =>
              run("enable", { params: { id: row.id } }, { success: t("已启用"), onSuccess: renewCurrencies }),
          },
          row.can.delete && { label: t("删除"), isDanger: true, onSelect: () => setAsked({ act: "remove", row }) },
        ]}
        create={
          <Group gap="xs">
            {mayCall(profile, currency.create) ? (
              <Button onClick={() => setAsked({ act: "add" })}>{t("新增")}</Button>
            ) : null}
            {page.has_provider ? (
              <Button
                variant="default"
                loading={refreshing.pending}
                onClick={() => refreshing.run("refresh", {}, { onSuccess: setReport })}
              >
                {t("自动更新")}
              </Button>
            ) : null}
            <Button variant="default" onClick={() => setAsked({ act: "convert" })}>
              {t("换算器")}
            </Button>
          </Group>
        }
      />
      <Suspense>
        {report ? (
          <RefreshResult
            report={report}
            onRate={(row, rate) => setAsked({ act: "rate", row, rate })}
            onClose={() => setReport(undefined)}
          />
        ) : null}
        {asked ? <CurrencyDialogs asked={asked} page={page.list} onClose={() => setAsked(undefined)} /> : null}
      </Suspense>
    </>
  );
}
