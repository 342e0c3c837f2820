import { VisuallyHidden } from "@mantine/core";
import { useLoaderData, useRevalidator } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import basic from "~/app/basic.module.css";
import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { recordDialog } from "~/app/blocks/form/record-dialog";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf, hidden, tagged } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import { type List, ListPage } from "~/app/blocks/list/list-page";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { useBulk } from "~/app/features/bulk/use-bulk";
import { importTool } from "~/app/features/import/import-tool";
import { useRecordDialog } from "~/app/features/records/use-record-dialog";
import { t } from "~/app/i18n/t";
import { renewScene } from "~/app/session/scenes";
import { useProfile } from "~/app/session/viewer-context";
import { formatNumber } from "~/contract/decimal";
import { mayCall } from "~/contract/endpoint";
import { KeywordRow, seoKeyword, seoKeywordImport, seoKeywordScreens } from "~/contract/seo/keyword";

const RankDialog = lazyPart(() => import("./rank-dialog"), "RankDialog");
const RankHistory = lazyPart(() => import("./rank-history"), "RankHistory");

export const clientLoader = loaderOf(seoKeywordScreens["/seo/keywordsList"]);
export { write as clientAction } from "~/app/api/writes";

const keywordList: List<KeywordRow> = {
  name: "seo-keyword",
  endpoint: seoKeyword.list,
  exports: seoKeyword.export,
  columns: columnsOf(KeywordRow, [
    { key: "word", width: 160 },
    { ...tagged(KeywordRow, "intent"), width: 70 },
    { key: "group_name", width: 96 },
    { key: "volume", width: 90, render: ({ volume }) => (volume === null ? "–" : formatNumber(volume)) },
    { key: "difficulty", width: 70 },
    { key: "rank_current", width: 110, render: (row) => <Rank row={row} /> },
    { rank_best: 70, target_url: 126 },
    {
      key: "link_text",
      width: 70,
      render: ({ link_text, max_per_article }) => (link_text ? t("{n} 次/篇", { n: max_per_article }) : "–"),
    },
    { ...tagged(KeywordRow, "status", { tracking: "brand", done: "green" }), width: 80 },
    ...hidden({ lang: 100, owner: 100, rank_at: 120 }),
    { key: "created_at", isExtra: true },
  ]),
  filters: filtersOf(seoKeyword.list, KeywordRow, [
    { name: "keyword", label: "词" },
    "intent",
    "group_name",
    "status",
    { name: "rank_current", label: "排名区间" },
    "lang",
    { name: "owner_id", label: "负责人", scene: "users" },
    "link_text",
  ]),
  card: { tags: ["status"], facts: ["intent", "rank_current", "rank_best"], time: "created_at" },
  title: "word",
  nameOf: ({ word }) => word,
};

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
            !isPhone &&
            importTool(t("导入关键词"), seoKeywordImport, imported),
        ]}
      />
      {form.dialog}
      {acts.dialog}
    </>
  );
}

function Rank({ row: { rank_current, rank_before, rank_at } }: { row: KeywordRow }) {
  if (rank_current === null) return rank_at === null ? "–" : t("未进排名");
  const gain = rank_before === null ? 0 : rank_before - rank_current;
  if (gain === 0) return rank_current;
  const words = gain > 0 ? t("上升{n}名", { n: gain }) : t("下降{n}名", { n: -gain });
  return (
    <span className={basic.oneLine}>
      {rank_current}
      <span
        className={`${basic.relative} ${basic.size13}`}
        style={{ marginLeft: 6, color: gain > 0 ? "var(--app-good)" : "var(--app-late)" }}
        title={words}
      >
        <span aria-hidden>{gain > 0 ? `↑${gain}` : `↓${-gain}`}</span>
        <VisuallyHidden>{words}</VisuallyHidden>
      </span>
    </span>
  );
}
