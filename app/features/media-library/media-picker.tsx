import { Button, Group, Skeleton, TextInput, UnstyledButton } from "@mantine/core";
import { IconFile, IconMovie, IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { useCall } from "~/app/blocks/detail/use-async";
import { Dialog, DialogFoot } from "~/app/blocks/feedback/dialog";
import { Empty, FilteredEmpty } from "~/app/blocks/feedback/states";
import { t } from "~/app/i18n/t";
import { type MediaRow, media } from "~/contract/content/media";
import type { LibraryScene } from "~/contract/shared/upload";
import classes from "./media-picker.module.css";

const pageSize = 20;

/** What may stand in a field of a scene: any picture for pictures, else files of that scene. */
const fitting = (scene: LibraryScene) =>
  scene === "film" || scene === "report" || scene === "brochure" ? { scene: [scene] } : { kind: ["image" as const] };

interface MediaPickerProps {
  scene: LibraryScene;
  /** How many may be chosen at most. */
  max: number;
  onTake: (files: MediaRow[]) => void;
  onClose: () => void;
}

/** Chooses files out of the media library, in the order in which they were pressed. */
export function MediaPicker({ scene, max, onTake, onClose }: MediaPickerProps) {
  const [typed, setTyped] = useState("");
  const [query, setQuery] = useState({ keyword: "", page: 1 });
  const [chosen, setChosen] = useState<readonly MediaRow[]>([]);
  const keyword = query.keyword || undefined;
  const { answer, hasFailed } = useCall(media.list, {
    query: { ...fitting(scene), keyword, page: query.page, page_size: pageSize },
  });
  const press = (file: MediaRow) =>
    setChosen((now) => {
      if (now.some(({ id }) => id === file.id)) return now.filter(({ id }) => id !== file.id);
      return max === 1 ? [file] : [...now, file].slice(0, max);
    });
  const search = () => setQuery({ keyword: typed.trim(), page: 1 });
  return (
    <Dialog title={t("从素材库选择")} size="xl" onClose={onClose}>
      <Group role="search" gap={8} mb="md" wrap="nowrap">
        <TextInput
          className={basic.grow}
          aria-label={t("素材名称")}
          placeholder={t("输入名称搜索")}
          value={typed}
          maxLength={50}
          data-autofocus
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== "Enter") return;
            event.preventDefault();
            search();
          }}
        />
        <Button variant="default" leftSection={<IconSearch size={16} aria-hidden />} onClick={search}>
          {t("搜索")}
        </Button>
      </Group>
      {hasFailed ? <p role="alert">{t("加载失败")}</p> : null}
      {answer ? (
        <ul className={`${basic.list} ${classes.grid}`} aria-label={t("素材")}>
          {answer.list.map((file) => {
            const at = chosen.findIndex(({ id }) => id === file.id);
            return (
              <li key={file.id}>
                <UnstyledButton
                  className={`${classes.tile} ${basic.full}`}
                  aria-pressed={at >= 0}
                  aria-label={file.name}
                  title={file.name}
                  onClick={() => press(file)}
                >
                  <Look file={file} />
                  {at >= 0 ? <span className={classes.mark}>{at + 1}</span> : null}
                  <span className={`${basic.cut} ${basic.size12} ${basic.block}`}>{file.name}</span>
                </UnstyledButton>
              </li>
            );
          })}
        </ul>
      ) : (
        <Skeleton h={240} role="progressbar" aria-label={t("正在读取素材")} />
      )}
      {answer?.list.length === 0 ? (
        keyword ? (
          <FilteredEmpty
            onClear={() => {
              setTyped("");
              setQuery({ keyword: "", page: 1 });
            }}
          />
        ) : (
          <Empty />
        )
      ) : null}
      {answer && answer.total > pageSize ? (
        <Group justify="center" gap={8} mt="sm">
          <Button
            variant="default"
            disabled={query.page === 1}
            onClick={() => setQuery({ ...query, page: query.page - 1 })}
          >
            {t("上一页")}
          </Button>
          <Button
            variant="default"
            disabled={query.page * pageSize >= answer.total}
            onClick={() => setQuery({ ...query, page: query.page + 1 })}
          >
            {t("下一页")}
          </Button>
        </Group>
      ) : null}
      <DialogFoot mt="lg" onClose={onClose}>
        <Button disabled={chosen.length === 0} onClick={() => onTake([...chosen])}>
          {t("选用{n}项", { n: chosen.length })}
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

const Look = ({ file: { kind, thumb } }: { file: MediaRow }) => (
  <span className={`${classes.look} ${basic.row} ${basic.centered}`}>
    {thumb ? (
      <img src={thumb} alt="" loading="lazy" />
    ) : kind === "video" ? (
      <IconMovie size={28} stroke={1.5} aria-hidden />
    ) : (
      <IconFile size={28} stroke={1.5} aria-hidden />
    )}
  </span>
);
