import { useLoaderData, useRevalidator } from "@remix-run/react";
import { IconFileImport } from "@tabler/icons-react";
import { loaderOf } from "~/app/api/load";
import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { recordDialog } from "~/app/blocks/form/record-dialog";
import { lazyPart } from "~/app/blocks/lazy-part";
import { ListPage } from "~/app/blocks/list/list-page";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { useBulk } from "~/app/features/bulk/use-bulk";
import { useRecordDialog } from "~/app/features/records/use-record-dialog";
import { t } from "~/app/i18n/t";
import { renewScene } from "~/app/session/scenes";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import { type KeywordRow, seoKeyword, seoKeywordImport, seoKeywordScreens } from "~/contract/seo/keyword";
import { keywordList } from "./keyword-columns";

const RankDialog = lazyPart(() => import("./rank-dialog"), "RankDialog");
const RankHistory = lazyPart(() => import("./rank-history"), "RankHistory");
const ImportDialog = lazyPart(() => import("~/app/features/import/import-dialog"), "ImportDialog");

export const clientLoader = loaderOf(seoKeywordScreens["/seo/keywordsList"]);
export { write as clientAction } from "~/app/api/writes";

const keywordForm = recordDialog({
  create: seoKeyword.create,
  update: seoKeyword.update,
  size: "lg",
  draft: "seo-keyword",
  begin: { lang: "zh", link_text: false, max_per_article: 1 },
  scene: "seo_keyword_groups",
  sections: [
    {
      fields: [
        ...(["word", "lang", "intent", "group_name", "volume", "difficulty", "owner_id"] as const),
        { name: "target_url", isWide: true },
        "link_text",
        { name: "max_per_article", when: ({ link_text }) => link_text === true },
      ],
    },
  ],
});

const groupForm = actDialog({
  endpoint: seoKeyword.group,
  title: () => t("改分组"),
  fields: ["group_name"],
  about: (rows: readonly KeywordRow[]) => t("{n} 个关键词改到一个分组。", { n: rows.length }),
  input: (rows: readonly KeywordRow[]) => ({ body: { ids: rows.map(({ id }) => id) } }),
  scene: "seo_keyword_groups",
  submitLabel: "保存",
});

const query = {};

/** SEO关键词: the words to be found by, and their ranks. */
export default function KeywordList() {
  const { page, record } = useLoaderData<typeof clientLoader>();
  const profile = useProfile();
  const isPhone = useIsPhone();
  const { revalidate } = useRevalidator();
  const form = useRecordDialog(keywordForm, record, { isForDesktop: true });
  const acts = useActs();
  const imported = () => {
    renewScene("seo_keyword_groups");
    revalidate();
  };
  return (
    <>
      <ListPage
        list={keywordList}
        page={page}
        rowActions={(row) => {
          const { word, can } = row;
          const input = { params: { id: row.id } };
          return [
            can.edit && form.edit(row.id),
            can.rank && acts.show(t("新增排名"), (onClose) => <RankDialog row={row} onClose={onClose} />),
            acts.show(t("曲线"), (onClose) => <RankHistory row={row} onClose={onClose} />),
            can.pause && acts.atOnce(t("暂停"), seoKeyword.pause, input, { success: t("已暂停") }),
            can.resume && acts.atOnce(t("恢复监测"), seoKeyword.resume, input, { success: t("已恢复监测") }),
            can.done && acts.atOnce(t("标记达成"), seoKeyword.done, input, { success: t("已标记达成") }),
            can.delete &&
              acts.remove(seoKeyword.remove, input, t("“{word}”和它的排名记录将被删除，不能恢复。", { word }), {
                closesOnError: true,
              }),
          ];
        }}
        bulk={useBulk(keywordList, page, [
          mayCall(profile, seoKeyword.group) && acts.inBulk(groupForm, { label: t("改分组"), max: 500 }),
        ])}
        create={mayCall(profile, seoKeyword.create) ? form.add : null}
        tools={[
          mayCall(profile, seoKeywordImport.start) &&
            !isPhone && {
              label: t("导入"),
              icon: IconFileImport,
              at: "import",
              dialog: (onClose) => (
                <ImportDialog
                  title={t("导入关键词")}
                  calls={seoKeywordImport}
                  query={query}
                  onDone={imported}
                  onClose={onClose}
                />
              ),
            },
        ]}
      />
      {form.dialog}
      {acts.dialog}
    </>
  );
}
