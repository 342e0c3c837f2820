import basic from "~/app/basic.module.css";
import { AsyncPart } from "~/app/blocks/detail/async-part";
import { useCall } from "~/app/blocks/detail/use-async";
import { textOf } from "~/app/blocks/form/field/input-text";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { TextLink } from "~/app/blocks/text-link";
import classes from "~/app/features/content/content.module.css";
import type { ContentRecord } from "~/app/features/content/content-kind";
import { Checks } from "~/app/features/content/seo-panel";
import { t } from "~/app/i18n/t";
import type { Input, Reply } from "~/contract/endpoint";
import { seoArticle } from "~/contract/seo/seo-article";
import { keywordChecks, linkChecks } from "./text-figures";

export function ArticleChecks({ record, values }: { record: ContentRecord | undefined; values: FormValues }) {
  const ids = [values.keyword_ids ?? []].flat().map(Number);
  const asked = useCall(seoArticle.check, { query: queryOf(record, values, ids) });
  return <AsyncPart {...asked}>{(answer) => <Answer answer={answer} values={values} />}</AsyncPart>;
}

interface AnswerProps {
  answer: Reply<typeof seoArticle.check>;
  values: FormValues;
}

function Answer({ answer: { words, inlinks, duplicates }, values }: AnswerProps) {
  const html = textOf(values.content);
  return (
    <>
      <h3>{t("关键词")}</h3>
      <Checks list={keywordChecks({ html, words, title: textOf(values.title), desc: textOf(values.summary) })} />
      <h3>{t("自动内链")}</h3>
      <Checks list={linkChecks(html, inlinks)} />
      <h3>{t("重复检查")}</h3>
      {duplicates.length ? (
        <ul className={`${basic.column} ${basic.gap6} ${basic.list} ${basic.size13} ${classes.checks}`}>
          {duplicates.map((one) => (
            <Duplicate key={one.id} {...one} />
          ))}
        </ul>
      ) : (
        <Checks list={[{ label: t("没有同题或同主关键词的文章"), state: "good" }]} />
      )}
    </>
  );
}

type Query = Input<typeof seoArticle.check>["query"];

function queryOf(record: ContentRecord | undefined, { title, lang, slug }: FormValues, keyword_ids: number[]): Query {
  return {
    ...{ keyword_ids, exclude_id: record?.id, title: textOf(title).trim().slice(0, 60) || undefined },
    // A choice of the form's own schema.
    ...{ lang: (lang as Query["lang"]) ?? "zh", slug: textOf(slug) || textOf(record?.slug) || undefined },
  };
}

function Duplicate({ id, name, why }: Reply<typeof seoArticle.check>["duplicates"][number]) {
  return (
    <li className={`${basic.flex} ${basic.top} ${basic.gap6}`} data-state="weak">
      <span>
        {why === "title" ? t("同题：") : t("主关键词相同：")}
        <TextLink target="_blank" to={`/seo/seo-article/editArticle?id=${id}`}>
          {name}
        </TextLink>
      </span>
    </li>
  );
}
