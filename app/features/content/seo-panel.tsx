import { Button, Stack, Text } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconAlertTriangle, IconCircleCheck, IconPoint } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { textOf } from "~/app/blocks/form/field/input-text";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import type { FormHandle } from "~/app/blocks/form/form-entry";
import { t } from "~/app/i18n/t";
import { shownLetters } from "~/contract/content/page-fields";
import { labelOf } from "~/contract/field";
import { useSitePage } from "../site/use-site";
import classes from "./content.module.css";
import type { ContentKindOf, ContentRecord } from "./content-kind";
import { SlugCheck } from "./slug-check";
import { type Check, coverCheck, resultChecks, resultOf, textChecks } from "./text-checks";

interface SeoPanelProps {
  kind: ContentKindOf;
  record: ContentRecord | undefined;
  values: FormValues;
  form: FormHandle;
}

export function SeoPanel({ kind, record, values, form }: SeoPanelProps) {
  // A long text is not recounted on each key.
  const [typed] = useDebouncedValue(values, 300);
  const { host, path } = useSitePage(kind.kind, kind.slug ? textOf(typed.slug) : String(record?.id ?? ""));
  if (!kind.seo) return null;
  const result = resultOf(typed, kind.seo);
  const { cover } = kind.seo;
  const take = (picture: number) => cover && form.fill({ [cover]: picture });
  const coverChecks = cover
    ? [coverCheck(t(labelOf(kind.whole.shape[cover], cover)), values[cover], result.text, take)]
    : [];
  return (
    <Stack
      component="section"
      gap={10}
      p={16}
      className={`${basic.bordered} ${basic.rounded} ${classes.seo}`}
      aria-label={t("搜索效果")}
    >
      <h3>{t("搜索效果")}</h3>
      <div className={`${classes.result} ${basic.column} ${basic.gap2}`}>
        <Text component="cite" c="dimmed" fz={12} fs="normal">
          {host + path}
        </Text>
        <Text component="strong" c="var(--app-here)" fz={16} fw={500}>
          {cut(result.title, shownLetters.title) || t("（标题）")}
        </Text>
        <p>{cut(result.about, shownLetters.desc) || t("（未填写描述和摘要）")}</p>
      </div>
      <Checks list={resultChecks(result)} />
      {kind.slug ? <SlugCheck {...{ record, form }} endpoint={kind.slug} values={typed} /> : null}
      <h3>{t("发布前检查")}</h3>
      <Checks list={[...coverChecks, ...textChecks(result.text, host)]} />
      {kind.checks?.(record, typed)}
    </Stack>
  );
}

const cut = (text: string, most: number) => {
  const letters = [...text];
  return letters.length > most ? `${letters.slice(0, most).join("")}…` : text;
};

const signs = { good: IconCircleCheck, weak: IconAlertTriangle, plain: IconPoint };

export const Checks = ({ list }: { list: readonly Check[] }) => (
  <ul className={`${basic.column} ${basic.gap6} ${basic.list} ${basic.size13} ${classes.checks}`}>
    {list.map(({ label, state, act }) => {
      const Sign = signs[state];
      return (
        <li key={label} className={`${basic.flex} ${basic.top} ${basic.gap6}`} data-state={state}>
          <Sign size={16} aria-hidden />
          {label}
          {act ? (
            <Button size="compact-xs" variant="default" onClick={act.run}>
              {act.label}
            </Button>
          ) : null}
        </li>
      );
    })}
  </ul>
);
