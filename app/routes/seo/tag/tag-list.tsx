import { useLoaderData } from "@remix-run/react";
import { useState } from "react";
import { loaderOf } from "~/app/api/load";
import { write } from "~/app/api/writes";
import { ActDialog } from "~/app/blocks/form/act/act-dialog";
import { columnsOf, tagged } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { useDesktopDialog } from "~/app/features/seo/use-desktop-dialog";
import { useStatusActs } from "~/app/features/seo/use-status-acts";
import { t } from "~/app/i18n/t";
import { renewScene } from "~/app/session/scenes";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import { seoTag, seoTagScreens, TagRow } from "~/contract/seo/tag";
import { tagForm, tagMerge } from "./tag-form";

export const clientLoader = loaderOf(seoTagScreens["/seo/tagList"]);

export const clientAction = write;

const list: List<TagRow> = {
  name: "seo-tag",
  endpoint: seoTag.list,
  columns: columnsOf(TagRow, [
    { key: "name", width: 190 },
    { key: "slug", width: 190 },
    { ...tagged(TagRow, "type"), width: 90 },
    { key: "estate_count", width: 90 },
    { key: "piece_count", width: 90 },
    { ...tagged(TagRow, "indexing", { index: "green", thin: "orange" }), width: 100 },
    { key: "sort", width: 80 },
    { ...tagged(TagRow, "status", { enabled: "green" }), width: 80 },
  ]),
  filters: filtersOf(seoTag.list, TagRow, [{ name: "keyword", label: "名称" }, "type", "index_flag", "status"]),
  card: { tags: ["status", "indexing"], facts: ["type", "estate_count", "slug"], time: "sort" },
  title: "name",
  nameOf: ({ name }) => name,
};

/** SEO标签: searches of estates with pages of their own. */
export default function TagList() {
  const { page, record } = useLoaderData<typeof clientLoader>();
  const profile = useProfile();
  const form = useDesktopDialog(tagForm, record);
  const [merged, setMerged] = useState<TagRow>();
  const acts = useStatusActs<TagRow>({
    endpoints: seoTag,
    nameOf: ({ name }) => name,
    disabling: (name) => t("“{name}”停用后，它的页面不再公开。", { name }),
    scene: "seo_tags",
  });
  return (
    <>
      <ListPage
        list={list}
        page={page}
        rowActions={(row) => [
          row.can.edit && form.edit(row.id),
          row.can.merge && { label: t("合并"), onSelect: () => setMerged(row) },
          ...acts.actionsOf(row),
        ]}
        create={mayCall(profile, seoTag.create) ? form.add : undefined}
      />
      {form.dialog}
      {acts.dialog}
      {merged ? (
        <ActDialog
          form={tagMerge}
          of={merged}
          onDone={() => {
            renewScene("seo_tags");
            setMerged(undefined);
          }}
          onClose={() => setMerged(undefined)}
        />
      ) : null}
    </>
  );
}
