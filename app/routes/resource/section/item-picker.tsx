import { Box, CloseButton, Group } from "@mantine/core";
import { useEffect, useRef } from "react";
import basic from "~/app/basic.module.css";
import { Tag } from "~/app/blocks/detail/tag";
import { useCall } from "~/app/blocks/detail/use-async";
import { Note } from "~/app/blocks/feedback/note";
import { RemoteSelect } from "~/app/blocks/form/field/remote-select";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { Sortable } from "~/app/features/sorting/sortable";
import { t } from "~/app/i18n/t";
import { useNames } from "~/app/session/scenes";
import {
  homeSection,
  mostCards,
  type SectionTypeName,
  sectionType,
  sectionTypeLabels,
} from "~/contract/resource/home-section";
import classes from "./section.module.css";

interface ItemPickerProps {
  type: SectionTypeName;
  value: readonly number[];
  onChange: (ids: number[]) => void;
}

export function ItemPicker({ type, value, onChange }: ItemPickerProps) {
  const { scene } = sectionType(type);
  const names = useNames(scene, value);
  const nameOf = (id: number) => names.find((entry) => entry.value === id)?.label ?? t("编号{id}", { id });
  const label = t(sectionTypeLabels[type]);
  const isFull = value.length >= mostCards;
  useForgetting(type, value, onChange);
  return (
    <Box data-field="item_ids" mt={14}>
      <RemoteSelect
        // Empty again after each choice.
        key={`${type}:${value.length}`}
        scene={scene}
        value={[]}
        onChange={([id]) => {
          if (id !== undefined && !value.includes(id)) onChange([...value, id]);
        }}
        input={{
          label: t("添加{label}", { label }),
          placeholder: isFull ? t("最多{n}项", { n: mostCards }) : t("输入名称搜索"),
          description: t("已选 {n} 项，最多 {most} 项；拖动调整顺序", { n: value.length, most: mostCards }),
          disabled: isFull,
        }}
      />
      {value.length ? (
        <Chosen type={type} value={value} nameOf={nameOf} label={label} onChange={onChange} />
      ) : (
        <Note mt="sm">{t("还没有选择内容")}</Note>
      )}
    </Box>
  );
}

interface ChosenProps extends ItemPickerProps {
  nameOf: (id: number) => string;
  label: string;
}

function Chosen({ type, value, nameOf, label, onChange }: ChosenProps) {
  const { answer } = useCall(homeSection.preview, { body: { type, item_ids: [...value].sort((a, b) => a - b) } });
  const isPhone = useIsPhone();
  const isHidden = (id: number) => answer !== undefined && !answer.some((card) => card.id === id);
  return (
    <Sortable
      items={value}
      idOf={(id) => id}
      nameOf={nameOf}
      label={t("已选{label}", { label })}
      onSort={onChange}
      className={classes.chosen}
      render={(id, { handle }) => (
        <Group wrap="nowrap" gap={8} mih={44} bg="var(--mantine-color-body)">
          {handle}
          <span className={`${basic.cut} ${basic.grow} ${basic.shrinks}`}>{nameOf(id)}</span>
          {isHidden(id) ? <Tag color="orange">{t("未上线，访客看不到")}</Tag> : null}
          <CloseButton
            size={isPhone ? 44 : "md"}
            onClick={() => onChange(value.filter((one) => one !== id))}
            aria-label={t("移除{name}", { name: nameOf(id) })}
          />
        </Group>
      )}
    />
  );
}

/** What was chosen of one type is nothing of another; a draft, or another version, brings both at once. */
function useForgetting(type: SectionTypeName, value: readonly number[], onChange: (ids: number[]) => void) {
  const held = value.join();
  const last = useRef({ type, held });
  useEffect(() => {
    const before = last.current;
    last.current = { type, held };
    if (before.type !== type && before.held === held && held) onChange([]);
  }, [type, held, onChange]);
}
