import { Button, Flex } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useRef, useState } from "react";
import basic from "~/app/basic.module.css";
import { useCall } from "~/app/blocks/detail/use-async";
import { BlockedHint } from "~/app/blocks/feedback/blocked-hint";
import { textOf } from "~/app/blocks/form/field/input-text";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import { t } from "~/app/i18n/t";
import { type TopicContract, topicVariables } from "~/contract/seo/topic-template";
import { RenderedTopic } from "./rendered-topic";
import classes from "./topic.module.css";
import { TopicSample } from "./topic-sample";

interface TemplateToolsProps {
  contract: TopicContract;
  values: FormValues;
  onChange: (template: string) => void;
}

export function TemplateTools({ contract, values, onChange }: TemplateToolsProps) {
  const root = useRef<HTMLDivElement>(null);
  const [sample, setSample] = useState<FormValues>();
  const insert = (name: string) => {
    const field = root.current
      ?.closest("fieldset")
      ?.querySelector<HTMLInputElement | HTMLTextAreaElement>('[data-field="template"] :is(input, textarea)');
    const text = textOf(values.template);
    const at = [field?.selectionStart ?? text.length, field?.selectionEnd ?? text.length] as const;
    const word = `{${name}}`;
    onChange(text.slice(0, at[0]) + word + text.slice(at[1]));
    // When the field holds it.
    requestAnimationFrame(() => {
      field?.focus();
      field?.setSelectionRange(at[0] + word.length, at[0] + word.length);
    });
  };
  return (
    <div ref={root} className={`${basic.column} ${basic.top} ${basic.gap12}`}>
      <Flex
        component="ul"
        wrap="wrap"
        gap={6}
        mt={8}
        className={`${classes.chips} ${basic.list}`}
        aria-label={t("变量")}
      >
        {Object.entries(topicVariables).map(([name, label]) => (
          <li key={name}>
            <Button size="compact-sm" variant="default" onClick={() => insert(name)}>
              {t(label)} <code>{`{${name}}`}</code>
            </Button>
          </li>
        ))}
      </Flex>
      <Preview contract={contract} values={{ ...values, ...sample }} />
      {sample ? (
        <TopicSample contract={contract} sample={sample} onChange={setSample} />
      ) : (
        <Button size="compact-sm" variant="subtle" onClick={() => setSample({})}>
          {t("换一个示例页面")}
        </Button>
      )}
    </div>
  );
}

function Preview({ contract, values }: Pick<TemplateToolsProps, "contract" | "values">) {
  const { template, page_type, lang, country, district_id, tag, estate_id } = values;
  const asked = { template, page_type, lang, country, district_id, tag, estate_id };
  const [typed] = useDebouncedValue(JSON.stringify(asked), 300);
  const read = contract.preview.body.safeParse(JSON.parse(typed));
  if (!read.success)
    return (
      <p className={`${basic.flat} ${basic.dim} ${basic.size13}`}>
        {page_type ? t("填写模板后，这里显示效果") : t("选择页面类型后，这里显示效果")}
      </p>
    );
  return <Answer contract={contract} body={read.data} />;
}

function Answer({ contract, body }: { contract: TopicContract; body: FormValues }) {
  const { answer, hasFailed, again } = useCall(contract.preview, { body } as never); // the body was read by the contract
  if (hasFailed)
    return (
      <p className={`${basic.flat} ${basic.dim} ${basic.size13}`} role="alert">
        {t("未能显示效果")}{" "}
        <Button size="compact-xs" variant="default" onClick={again}>
          {t("重试")}
        </Button>{" "}
        <BlockedHint />
      </p>
    );
  return answer ? (
    <RenderedTopic rendered={answer} shown={contract.shown} />
  ) : (
    <p className={`${basic.flat} ${basic.dim} ${basic.size13}`}>{t("加载中…")}</p>
  );
}
