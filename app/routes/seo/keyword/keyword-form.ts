import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { recordDialog } from "~/app/blocks/form/record-dialog";
import { t } from "~/app/i18n/t";
import { type KeywordRow, seoKeyword } from "~/contract/seo/keyword";

export const keywordForm = recordDialog({
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

export const groupForm = actDialog({
  endpoint: seoKeyword.group,
  title: () => t("改分组"),
  fields: ["group_name"],
  about: (rows: readonly KeywordRow[]) => t("{n} 个关键词改到一个分组。", { n: rows.length }),
  input: (rows: readonly KeywordRow[]) => ({ body: { ids: rows.map(({ id }) => id) } }),
  submitLabel: "保存",
});
