import { Button, Stack } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { useCall } from "~/app/blocks/detail/use-async";
import { textOf } from "~/app/blocks/form/field/input-text";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import type { FormHandle } from "~/app/blocks/form/form-entry";
import { t } from "~/app/i18n/t";
import classes from "./content.module.css";
import type { ContentKindOf, ContentRecord } from "./content-kind";

interface SlugCheckProps {
  endpoint: NonNullable<ContentKindOf["slug"]>;
  record: ContentRecord | undefined;
  values: FormValues;
  form: FormHandle;
}

export function SlugCheck({ endpoint, record, values, form }: SlugCheckProps) {
  const [slug, title] = [textOf(values.slug).trim(), textOf(values.title).trim()];
  const isSpelled = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug);
  const asked = slug ? (isSpelled ? { slug } : undefined) : title ? { title } : undefined;
  const before = textOf(record?.slug);
  return (
    <Stack gap={6} className={`${basic.anywhere} ${classes.slug}`} role="status">
      <h3>{t("网址别名")}</h3>
      {asked ? (
        <Answer
          endpoint={endpoint}
          query={{ ...asked, exclude_id: record?.id }}
          onTake={(free) => form.fill({ slug: free })}
        />
      ) : (
        <p>{slug ? t("只能由小写字母、数字和连字符组成") : t("填写标题后给出建议")}</p>
      )}
      {before && slug && slug !== before ? <p>{t("保存后，原网址 {before} 自动跳转到新网址。", { before })}</p> : null}
    </Stack>
  );
}

interface AnswerProps {
  endpoint: SlugCheckProps["endpoint"];
  query: { slug?: string; title?: string; exclude_id: number | undefined };
  onTake: (slug: string) => void;
}

function Answer({ endpoint, query, onTake }: AnswerProps) {
  const { answer } = useCall(endpoint, { query });
  if (!answer) return <p>{t("检查中…")}</p>;
  const { slug, is_free, taken_by } = answer;
  if (query.title)
    return (
      <p>
        {t("建议：{slug}", { slug })}
        <Button size="compact-xs" variant="default" ml={8} onClick={() => onTake(slug)}>
          {t("采用")}
        </Button>
      </p>
    );
  if (is_free) return <p data-state="good">{t("{slug} 可以使用", { slug })}</p>;
  const name = taken_by?.name ?? "";
  return (
    <p data-state="weak">
      {taken_by?.is_old
        ? t("{slug} 是《{name}》的旧网址", { slug, name })
        : t("{slug} 已被《{name}》使用", { slug, name })}
    </p>
  );
}
