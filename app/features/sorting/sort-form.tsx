import { Button, Group, Text } from "@mantine/core";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { Thumb } from "~/app/blocks/detail/thumb";
import { useAct } from "~/app/blocks/feedback/use-act";
import { t } from "~/app/i18n/t";
import type { banner } from "~/contract/resource/banner";
import type { homeSection } from "~/contract/resource/home-section";
import classes from "./sort-form.module.css";
import { Sortable } from "./sortable";

interface SortFormProps<Item extends { id: number }> {
  items: readonly Item[];
  nameOf: (item: Item) => string;
  factsOf: (item: Item) => readonly string[];
  pictureOf?: (item: Item) => string;
  label: string;
  endpoint: typeof banner.sort | typeof homeSection.sort;
  onClose: () => void;
}

/** Rows to be sorted; nothing is written before a save. Keyed by the rows. */
export function SortForm<Item extends { id: number }>(props: SortFormProps<Item>) {
  const { items, nameOf, factsOf, pictureOf, label, endpoint, onClose } = props;
  const { run, pending } = useAct();
  const [ids, setIds] = useState<number[]>();
  const placeOf = ({ id }: Item) => ids?.indexOf(id) ?? 0;
  const ordered = ids ? [...items].sort((a, b) => placeOf(a) - placeOf(b)) : items;
  const save = () => {
    if (!ids) return onClose();
    run(endpoint, { body: { ids } }, { success: t("顺序已保存"), onSuccess: onClose });
  };
  return (
    <>
      {items.length === 0 ? <Text c="dimmed">{t("没有可排序的内容")}</Text> : null}
      <Sortable
        items={ordered}
        idOf={({ id }) => id}
        nameOf={nameOf}
        label={label}
        onSort={setIds}
        className={classes.list}
        render={(item, { handle }) => (
          <div className={`${classes.row} ${basic.row} ${basic.gap10} ${basic.finger}`}>
            {handle}
            {pictureOf ? <Thumb src={pictureOf(item)} width={56} /> : null}
            <span className={basic.cut}>{nameOf(item)}</span>
            <Text span size="xs" c="dimmed" ta="right" className={basic.pushed}>
              {factsOf(item).join(" · ")}
            </Text>
          </div>
        )}
      />
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={onClose}>
          {t("取消")}
        </Button>
        <Button onClick={save} loading={pending} disabled={!ids}>
          {t("保存顺序")}
        </Button>
      </Group>
    </>
  );
}
