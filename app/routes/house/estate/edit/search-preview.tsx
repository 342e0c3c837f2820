import { Box, Stack, Text } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { textOf } from "~/app/blocks/form/field/input-text";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { useSitePage } from "~/app/features/site/use-site";
import { t } from "~/app/i18n/t";
import { textOf as wordsOf } from "~/contract/content/rich-text";

/** How the estate would look among the results of a search engine; what is left empty comes from the other tabs. */
export function SearchPreview({ values }: { values: FormValues }) {
  const title = textOf(values.seo_title) || textOf(values.name);
  const text = textOf(values.seo_desc) || wordsOf(textOf(values.description));
  const { host, path } = useSitePage("estate", textOf(values.slug));
  return (
    <Stack
      component="section"
      gap={2}
      maw={620}
      mt={16}
      p="14px 16px"
      className={`${basic.anywhere} ${basic.bordered} ${basic.rounded}`}
      aria-label={t("搜索结果预览")}
    >
      <small className={`${basic.dim} ${basic.size12}`}>{t("搜索结果预览")}</small>
      <Box component="cite" c="dimmed" fz={12} fs="normal">
        {host + path}
        {textOf(values.slug) ? "" : t("（保存后按名称生成）")}
      </Box>
      <Text component="strong" c="var(--app-here)" fz={17} fw={500}>
        {cut(title, 60) || t("（楼盘名称）")}
      </Text>
      <Text fz={13}>{cut(text, 160) || t("（未填写描述和介绍）")}</Text>
    </Stack>
  );
}

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text);
