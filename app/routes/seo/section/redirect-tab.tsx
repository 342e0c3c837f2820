import { useRevalidator } from "@remix-run/react";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { columnsOf } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { importTool } from "~/app/features/import/import-tool";
import { useRecordDialog } from "~/app/features/records/use-record-dialog";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import type { Page } from "~/contract/common";
import { mayCall } from "~/contract/endpoint";
import { RedirectRow, siteRedirect, siteRedirectImport } from "~/contract/seo/redirect";
import { redirectForm } from "./redirect-form";

const list: List<RedirectRow> = {
  name: "site-redirect",
  endpoint: siteRedirect.list,
  columns: columnsOf(RedirectRow, [{ from_path: 300, to_path: 300, remark: 200, created_at: 150 }]),
  filters: filtersOf(siteRedirect.list, RedirectRow, [{ name: "keyword", label: "地址" }]),
  card: { tags: [], facts: ["to_path", "remark"], time: "created_at" },
  title: "from_path",
  nameOf: ({ from_path }) => from_path,
  place: ["tab"],
};

export function RedirectTab({ page, record }: { page: Page<RedirectRow>; record: RedirectRow | undefined }) {
  const profile = useProfile();
  const isPhone = useIsPhone();
  const { revalidate } = useRevalidator();
  const form = useRecordDialog(redirectForm, record);
  const acts = useActs();
  return (
    <>
      <ListPage
        list={list}
        page={page}
        rowActions={({ id, from_path, can }) => [
          can.edit && form.edit(id),
          can.delete &&
            acts.remove(
              siteRedirect.remove,
              { params: { id } },
              t("“{name}”不再跳转，访客会看到页面不存在。", { name: from_path }),
            ),
        ]}
        create={mayCall(profile, siteRedirect.create) ? form.add : null}
        tools={[
          mayCall(profile, siteRedirectImport.start) &&
            !isPhone &&
            importTool(t("导入跳转"), siteRedirectImport, revalidate),
        ]}
      />
      {form.dialog}
      {acts.dialog}
    </>
  );
}
