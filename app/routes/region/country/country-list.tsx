import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { CreateButton } from "~/app/blocks/list/create-button";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { Flag } from "~/app/features/country/flag";
import { t } from "~/app/i18n/t";
import { CountryRow, country, countryScreens } from "~/contract/region/country";

const CountryConfirm = lazyPart(() => import("./country-confirm"), "CountryConfirm");

export const clientLoader = loaderOf(countryScreens["/regionalManage/countryList"]);
export { write as clientAction } from "~/app/api/writes";

const place = "/regionalManage/countryList";

const list: List<CountryRow> = {
  name: "country",
  endpoint: country.list,
  columns: columnsOf(CountryRow, [
    { key: "flag", width: 64, render: ({ flag, code }) => (flag ? <Flag flag={flag} code={code} /> : "–") },
    { key: "code", width: 70 },
    { key: "name_zh", width: 210, render: ({ name_zh, name_en }) => `${name_zh} ${name_en}` },
    { key: "phone_cc", width: 76, render: ({ phone_cc }) => (phone_cc ? `+${phone_cc}` : "–") },
    { currency_code: 76, district_count: 80, estate_count: 80, is_open: 70, is_hot: 70, sort: 70 },
    { ...tagged(CountryRow, "status", { enabled: "green" }), width: 80 },
  ]),
  filters: filtersOf(country.list, CountryRow, [
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
  const { page } = useLoaderData<typeof clientLoader>();
  const { atOnce, show, dialog } = useActs();
  return (
    <>
      <ListPage
        list={list}
        page={page}
        rowActions={(row) => [
          row.can.edit && { label: t("编辑"), shortcut: "E", to: `${place}/country-edit?id=${row.id}` },
          { label: t("区域"), to: `${place}/regionalList?country=${row.code}` },
          row.can.open &&
            atOnce(
              t("开通"),
              country.open,
              { params: { id: row.id } },
              { success: t("已开通{name}", { name: row.name_zh }) },
            ),
          row.can.close && show(t("关闭"), (onClose) => <CountryConfirm act="close" row={row} onClose={onClose} />),
          row.can.delete &&
            show(t("删除"), (onClose) => <CountryConfirm act="remove" row={row} onClose={onClose} />, {
              isDanger: true,
            }),
        ]}
        create={<CreateButton to={`${place}/country-edit`} />}
      />
      {dialog}
    </>
  );
}
