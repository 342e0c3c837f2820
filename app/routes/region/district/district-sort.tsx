import { Button, Text } from "@mantine/core";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { Tag } from "~/app/blocks/detail/tag";
import { BlockedHint } from "~/app/blocks/feedback/blocked-hint";
import { Dialog, DialogFoot } from "~/app/blocks/feedback/dialog";
import { useAct } from "~/app/blocks/feedback/use-act";
import { Waiting } from "~/app/blocks/feedback/waiting";
import { Sortable } from "~/app/features/sorting/sortable";
import { t } from "~/app/i18n/t";
import { type DistrictNode, type DistrictPlace, district } from "~/contract/region/district";
import classes from "./district.module.css";
import { useNodes } from "./use-nodes";

interface DistrictSortProps {
  place: DistrictPlace;
  levelName: string;
  onClose: () => void;
}

export function DistrictSort({ place: { country, above }, levelName, onClose }: DistrictSortProps) {
  const parent = above.at(-1);
  const { nodes, hasFailed, again } = useNodes(country.code, parent?.id);
  const { run, pending } = useAct();
  const [ids, setIds] = useState<number[]>();
  const items = ids ? inOrder(nodes ?? [], ids) : nodes;
  const save = () => {
    if (!ids) return onClose();
    const body = { country: country.code, parent_id: parent?.id ?? null, ids };
    run(district.sort, { body }, { success: t("顺序已保存"), onSuccess: onClose });
  };
  return (
    <Dialog
      onClose={onClose}
      title={t("{parent}：{name}排序", { parent: parent?.name ?? country.name, name: levelName })}
      closeOnClickOutside={false}
    >
      {hasFailed && !items ? (
        <>
          <Button variant="default" onClick={again}>
            {t("加载失败，重试")}
          </Button>{" "}
          <BlockedHint />
        </>
      ) : items ? (
        <div style={{ maxHeight: "60vh", overflowY: "auto" }}>
          <Sortable
            items={items}
            idOf={({ id }) => id}
            nameOf={({ name_zh }) => name_zh}
            label={levelName}
            onSort={setIds}
            render={({ name_zh, code, status }, { handle }) => (
              <div className={`${classes.sorted} ${basic.row} ${basic.gap8} ${basic.underlined}`}>
                {handle}
                <span>{name_zh}</span>
                <Text span size="xs" c="dimmed">
                  {code}
                </Text>
                {status === "disabled" ? <Tag>{t("停用")}</Tag> : null}
              </div>
            )}
          />
        </div>
      ) : (
        <Waiting shape="list" />
      )}
      <DialogFoot mt="md" onClose={onClose}>
        <Button onClick={save} loading={pending} disabled={!ids}>
          {t("保存顺序")}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

/** In the chosen order; newer ones are at the end. */
function inOrder(nodes: readonly DistrictNode[], ids: readonly number[]): DistrictNode[] {
  const placeOf = (id: number) => (ids.includes(id) ? ids.indexOf(id) : ids.length);
  return [...nodes].sort((a, b) => placeOf(a.id) - placeOf(b.id));
}
