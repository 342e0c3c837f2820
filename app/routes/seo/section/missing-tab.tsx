import { useActs } from "~/app/blocks/form/act/use-acts";
import { RecordDialog } from "~/app/blocks/form/record-dialog";
import { columnsOf } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { t } from "~/app/i18n/t";
import type { Page } from "~/contract/common";
import { MissingRow, missingPage } from "~/contract/seo/missing-page";
import { redirectForm } from "./redirect-form";

const list: List<MissingRow> = {
  name: "missing-page",
  endpoint: missingPage.list,
  columns: columnsOf(MissingRow, [{ path: 420, count: 90, first_at: 150, last_at: 150 }]),
  filters: filtersOf(missingPage.list, MissingRow, [{ name: "keyword", label: "地址" }]),
  card: { tags: [], facts: ["count", "first_at"], time: "last_at" },
  title: "path",
  nameOf: ({ path }) => path,
  empty: "近30天没有人访问不存在的页面",
  place: ["tab"],
};

export function MissingTab({ page }: { page: Page<MissingRow> }) {
  const acts = useActs();
  return (
    <>
      <ListPage
        list={list}
        page={page}
        rowActions={({ id, path, can }) => [
          can.redirect &&
            acts.show(t("设置跳转"), (onClose) => (
              <RecordDialog form={redirectForm} record={undefined} begin={{ from_path: path }} onClose={onClose} />
            )),
          can.delete &&
            acts.remove(
              missingPage.remove,
              { params: { id } },
              t("“{path}”的记录将被删除；再有人访问时重新计数。", { path }),
            ),
        ]}
      />
      {acts.dialog}
    </>
  );
}
