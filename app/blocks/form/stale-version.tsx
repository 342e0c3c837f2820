import "@mantine/core/styles/Alert.css";
import "@mantine/core/styles/Radio.css";
import "@mantine/core/styles/RadioCard.css";
import "@mantine/core/styles/RadioIndicator.css";
import { Alert, Button, Group, Radio, Stack, Text } from "@mantine/core";
import { IconGitMerge } from "@tabler/icons-react";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import { isBlank, Value } from "../detail/value";
import type { Field, FormValues } from "./field/schema-fields";
import { same } from "./follow-record";

interface StaleVersionProps {
  fields: readonly Field[];
  /** What the form began with, what was typed, and what the record says now. */
  base: FormValues;
  mine: FormValues;
  theirs: FormValues;
  pending: boolean;
  /** It appears while the user types: the focus stays where it is. */
  isMeanwhile: boolean;
  /** The values to send again with the present version. */
  onResolve: (values: FormValues) => void;
  /** Takes the present record and drops what was typed. */
  onDiscard: () => void;
}

/** Outside the component: a ref of the same function is called once, not with every choice. */
const focus = (region: HTMLElement | null) => region?.focus();

export function StaleVersion(props: StaleVersionProps) {
  const { fields, base, mine, theirs, pending, isMeanwhile, onResolve, onDiscard } = props;
  const differing = fields.filter(({ name }) => !same(mine[name], theirs[name]));
  // Fields that I did not touch take their value; what I typed is kept unless I choose otherwise.
  const [picked, setPicked] = useState<Record<string, "mine" | "theirs">>({});
  const pickOf = (name: string) => picked[name] ?? (same(mine[name], base[name]) ? "theirs" : "mine");
  const resolved = () => ({
    ...mine,
    ...Object.fromEntries(
      differing.filter(({ name }) => pickOf(name) === "theirs").map(({ name }) => [name, theirs[name]]),
    ),
  });
  const sides = [
    { side: "theirs", title: t("最新数据"), values: theirs },
    { side: "mine", title: t("我填写的"), values: mine },
  ];
  return (
    <section aria-label={t("数据已被他人修改")} tabIndex={-1} ref={isMeanwhile ? undefined : focus}>
      <Alert icon={<IconGitMerge aria-hidden />} color="orange" variant="outline" title={t("数据已被他人修改")}>
        <Stack gap="sm">
          <Text size="sm">
            {differing.length
              ? t("请逐项选择要保留的内容，您填写的内容没有丢失。")
              : t("您填写的内容与最新数据没有冲突，可直接保存。")}
          </Text>
          {differing.map((field) => (
            <Radio.Group
              key={field.name}
              label={t(field.label)}
              value={pickOf(field.name)}
              onChange={(side) => setPicked({ ...picked, [field.name]: side === "mine" ? "mine" : "theirs" })}
            >
              <div className={`${basic.grid} ${basic.gap8}`} style={{ gridTemplateColumns: "1fr 1fr", marginTop: 4 }}>
                {sides.map(({ side, title, values }) => (
                  <Radio.Card key={side} value={side} p="8px 12px">
                    <Side title={title} field={field} record={values} isPicked={pickOf(field.name) === side} />
                  </Radio.Card>
                ))}
              </div>
            </Radio.Group>
          ))}
          <Group gap="sm">
            <Button onClick={() => onResolve(resolved())} loading={pending}>
              {t("按所选内容保存")}
            </Button>
            <Button variant="default" onClick={onDiscard}>
              {t("放弃我的修改")}
            </Button>
          </Group>
        </Stack>
      </Alert>
    </section>
  );
}

const Side = ({
  title,
  field,
  record,
  isPicked,
}: {
  title: string;
  field: Field;
  record: FormValues;
  isPicked: boolean;
}) => (
  <Group wrap="nowrap" gap="sm" align="flex-start">
    <Radio.Indicator checked={isPicked} size="xs" mt={3} />
    <div>
      <Text size="xs" c="dimmed">
        {title}
      </Text>
      <Text size="sm" style={{ overflowWrap: "anywhere" }}>
        <Value field={field} value={record[field.name]} record={record} />
        {isBlank(record[field.name]) ? t("（空）") : null}
      </Text>
    </div>
  </Group>
);
