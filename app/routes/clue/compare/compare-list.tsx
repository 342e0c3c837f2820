import { useSearchParams } from "@remix-run/react";
import { useAddressDialog } from "~/app/blocks/feedback/use-address-dialog";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf } from "~/app/blocks/list/columns/list-columns";
import { CreateButton } from "~/app/blocks/list/create-button";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import type { ListTabsOf } from "~/app/blocks/list/list-tabs";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { CompareHead, developerCompare } from "~/contract/clue/developer-compare";
import { mayCall, type Reply } from "~/contract/endpoint";

const CompareImport = lazyPart(() => import("./compare-import"), "CompareImport");

const pathOf = ({ id }: Pick<CompareHead, "id">) => `/clue/accountStatement?view=compare&compare=${id}`;

const list: List<CompareHead> = {
  name: "developer-compare",
  endpoint: developerCompare.list,
  columns: columnsOf(CompareHead, [
    { developer: 190, period: 90, currency: 90, row_count: 70, difference_count: 70, open_count: 76 },
    { key: "theirs_total", width: 130, align: "right" },
    { key: "ours_total", width: 130, align: "right" },
    { created_by: 96, created_at: 140 },
    { key: "file_name", width: 180, isExtra: true },
  ]),
  filters: filtersOf(developerCompare.list, CompareHead, [
    { name: "keyword", label: "开发商" },
    "period",
    { name: "currency", label: "币种", scene: "currencies" },
    "created_by",
  ]),
  card: {
    tags: [],
    facts: ["period", "difference_count", "open_count", "theirs_total", "ours_total"],
    time: "created_at",
  },
  title: "developer",
  nameOf: ({ developer, period }) => `${developer} ${period}`,
  linkOf: pathOf,
  empty: "还没有与开发商对过账",
};

export function CompareList({ page, tabs }: { page: Reply<typeof developerCompare.list>; tabs: ListTabsOf }) {
  const profile = useProfile();
  const isPhone = useIsPhone();
  const [, setSearch] = useSearchParams();
  const { opened, open, close } = useAddressDialog("import");
  return (
    <>
      <ListPage
        list={list}
        page={page}
        tabs={tabs}
        create={
          mayCall(profile, developerCompare.create) && !isPhone ? (
            <CreateButton label={t("开发商对账")} onClick={() => open("import")} />
          ) : null
        }
      />
      {opened === "import" ? (
        <CompareImport
          onMade={(id) => setSearch({ view: "compare", compare: String(id) }, { preventScrollReset: true })}
          onClose={close}
        />
      ) : null}
    </>
  );
}
