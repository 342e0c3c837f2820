import basic from "~/app/basic.module.css";
import { textOf } from "~/app/blocks/form/field/input-text";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { useSitePage } from "~/app/features/site/use-site";
import { t } from "~/app/i18n/t";
import { textOf as wordsOf } from "~/contract/content/rich-text";
import classes from "./estate-edit.module.css";

/** How the estate would look among the results of a search engine; what is left empty comes from the other tabs. */
export function SearchPreview({ values }: { values: FormValues }) {
  const title = textOf(values.seo_title) || textOf(values.name);
  const text = textOf(values.seo_desc) || wordsOf(textOf(values.description));
  const { host, path } = useSitePage("estate", textOf(values.slug));
  return (
    <section
      className={`${classes.preview} ${basic.column} ${basic.gap2} ${basic.anywhere}`}
      aria-label={t("搜索结果预览")}
    >
      <small>{t("搜索结果预览")}</small>
      <cite>
        {host + path}
        {textOf(values.slug) ? "" : t("（保存后按名称生成）")}
      </cite>
      <strong>{cut(title, 60) || t("（楼盘名称）")}</strong>
      <p>{cut(text, 160) || t("（未填写描述和介绍）")}</p>
    </section>
  );
}

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
