import { actDialog } from "~/app/blocks/form/act/act-dialog";
import { namesOf } from "~/app/blocks/form/act/act-form";
import { t } from "~/app/i18n/t";
import { type ArticleRow, article } from "~/contract/article/article";

export const categoryForm = actDialog({
  endpoint: article.categoryBatch,
  fields: [{ name: "category_id" }],
  about: (rows: readonly ArticleRow[]) => t("资讯：{names}", { names: namesOf(rows.map(({ title }) => title)) }),
  input: (rows) => ({ body: { ids: rows.map(({ id }) => id) } }),
  submitLabel: "改分类",
});
