import { Button } from "@mantine/core";
import { type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react";
import { lazy, Suspense, useState } from "react";
import { call } from "~/app/api/call";
import { writes } from "~/app/api/writes";
import { useAct } from "~/app/blocks/form/use-act";
import { Link } from "~/app/blocks/link";
import { columnsOf, tagged } from "~/app/blocks/list/list-columns";
import { filtersOf } from "~/app/blocks/list/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { t } from "~/app/i18n/t";
import { readQuery } from "~/contract/read-query";
import { CountryColumns, type CountryRow, country } from "~/contract/region/country";
import { type CountryAction, countryActs } from "./country-writes";

const CountryConfirm = lazy(() => import("./country-confirm").then((module) => ({ default: module.CountryConfirm })));

export const clientLoader = ({ request }: ClientLoaderFunctionArgs) =>
  call(country.list, { query: readQuery(request, country.list) }, { signal: request.signal });

export const clientAction = writes(countryActs);

const place = "/regionalManage/countryList";

const list: List<CountryRow> = {
  name: "country",
  endpoint: country.list,
  columns: columnsOf(CountryColumns, [
    { key: "flag", width: 64, render: ({ flag }) => <span aria-hidden>{flag ?? "–"}</span> },
    { key: "code", width: 70 },
    { key: "name_zh", width: 210, render: ({ name_zh, name_en }) => `${name_zh} ${name_en}` },
    { key: "phone_cc", width: 76, render: ({ phone_cc }) => (phone_cc ? `+${phone_cc}` : "–") },
    { key: "currency_code", width: 76 },
    { key: "district_count", width: 80 },
    { key: "estate_count", width: 80 },
    { key: "is_open", width: 70 },
    { key: "is_hot", width: 70 },
    { key: "sort", width: 70 },
    { ...tagged(CountryColumns, "status", { enabled: "green" }), width: 80 },
  ]),
  filters: filtersOf(country.list, CountryColumns, [
    { name: "keyword", label: "名称 / 代码 / 拼音首字母" },
    "continent",
    { name: "open", by: "is_open" },
    "status",
  ]),
  card: { tags: ["code", "status"], facts: ["is_open", "district_count", "estate_count"], time: "sort" },
  title: "name_zh",
  nameOf: ({ name_zh }) => name_zh,
  linkOf: ({ id }) => `${place}/country-edit?id=${id}`,
};

export default function CountryList() {
  const page = useLoaderData<typeof clientLoader>();
  const { run } = useAct<CountryAction>();
  const [asked, setAsked] = useState<{ act: "close" | "remove"; row: CountryRow }>();
  return (
    <>
      <ListPage
        list={list}
        page={page}
        rowActions={(row) => [
          row.can.edit && { label: t("编辑"), to: `${place}/country-edit?id=${row.id}` },
          { label: t("区域"), to: `${place}/regionalList?country=${row.code}` },
          row.can.open && {
            label: t("开通"),
            onSelect: () =>
              run("open", { params: { id: row.id } }, { success: t("已开通{name}", { name: row.name_zh }) }),
          },
          row.can.close && { label: t("关闭"), onSelect: () => setAsked({ act: "close", row }) },
          row.can.delete && { label: t("删除"), isDanger: true, onSelect: () => setAsked({ act: "remove", row }) },
        ]}
        create={
          <Button component={Link} to={`${place}/country-edit`}>
            {t("新增")}
          </Button>
        }
      />
      <Suspense>{asked ? <CountryConfirm {...asked} onClose={() => setAsked(undefined)} /> : null}</Suspense>
    </>
  );
}
