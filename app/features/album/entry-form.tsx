import { Button, Group, Stack, TextInput } from "@mantine/core";
import type { ReactNode } from "react";
import basic from "~/app/basic.module.css";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { Sheet } from "~/app/blocks/feedback/sheet";
import { SelectOne } from "~/app/blocks/form/field/selects";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { type AlbumCategory, type AlbumEntry, albumCategories, categoriesOf } from "~/contract/house/album";
import classes from "./album.module.css";
import { EntryPicture } from "./entry-picture";
import { titleOf } from "./use-preview";

const longestCaption = 60;

interface EntryFormProps {
  entry: AlbumEntry;
  isCover: boolean;
  onChange: (part: Partial<AlbumEntry>) => void;
  onCover: () => void;
  onMove: (to: "first" | number) => void;
  onRemove: () => void;
  onClose: () => void;
}

export function EntryForm({ entry, isCover, onChange, onCover, onMove, onRemove, onClose }: EntryFormProps) {
  const options = categoriesOf(entry.is_film).map((value) => ({ value, label: t(albumCategories[value]) }));
  return (
    <Shell title={titleOf(entry)} onClose={onClose}>
      <Stack gap="sm">
        <div className={`${basic.clipped} ${basic.rounded} ${classes.large}`}>
          <EntryPicture entry={entry} />
        </div>
        <SelectOne
          label={t("分类")}
          data={options}
          value={entry.category}
          allowDeselect={false}
          onChange={(category) => onChange({ category: category as AlbumCategory })}
        />
        <TextInput
          label={t("说明")}
          placeholder={t("不超过{max}个字", { max: longestCaption })}
          maxLength={longestCaption}
          value={entry.caption ?? ""}
          onChange={(event) => onChange({ caption: event.currentTarget.value || null })}
        />
        <Group gap="xs">
          {entry.is_film ? null : (
            <Button variant="default" disabled={isCover} onClick={onCover}>
              {isCover ? t("已是封面") : t("设为封面")}
            </Button>
          )}
          <Button variant="default" onClick={() => onMove("first")}>
            {t("移到最前")}
          </Button>
          <Button variant="default" onClick={() => onMove(-1)}>
            {t("前移")}
          </Button>
          <Button variant="default" onClick={() => onMove(1)}>
            {t("后移")}
          </Button>
          <Button variant="default" c="var(--mantine-color-error)" onClick={onRemove}>
            {t("移除")}
          </Button>
          <Button ml="auto" onClick={onClose}>
            {t("完成")}
          </Button>
        </Group>
      </Stack>
    </Shell>
  );
}

function Shell({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  if (!useIsPhone())
    return (
      <Dialog title={title} onClose={onClose}>
        {children}
      </Dialog>
    );
  return (
    <Sheet isOpen title={title} onClose={onClose}>
      {children}
    </Sheet>
  );
}
