import "@mantine/core/styles/Alert.css";
import { Alert, Button, Group, SimpleGrid, Stack, Text } from "@mantine/core";
import { IconGitMerge } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import type { Album, AlbumEntry } from "~/contract/house/album";
import classes from "./album.module.css";
import { mergeAlbums } from "./merge-albums";

interface AlbumStaleProps {
  base: readonly AlbumEntry[];
  mine: readonly AlbumEntry[];
  theirs: Album;
  onResolve: (theirs: Album, items: AlbumEntry[]) => void;
}

/** Outside the component: a ref of the same function is called once. */
const focus = (region: HTMLElement | null) => region?.focus();

export function AlbumStale({ base, mine, theirs, onResolve }: AlbumStaleProps) {
  const there = new Set(theirs.items.map(({ media_id }) => media_id));
  const gone = base.filter(({ media_id }) => !there.has(media_id)).length;
  return (
    <section aria-label={t("相册已被他人修改")} tabIndex={-1} ref={focus}>
      <Alert icon={<IconGitMerge aria-hidden />} color="orange" variant="outline" title={t("相册已被他人修改")} mb="sm">
        <Stack gap="sm">
          <Text size="sm">
            {t("您的修改没有丢失。合并会保留双方新增的内容，您改过的以您为准，请查看后再保存。")}
            {gone > 0 ? t("对方已删除{gone}项，不能恢复。", { gone }) : ""}
          </Text>
          <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={12}>
            <Side title={t("最新相册")} entries={theirs.items} />
            <Side title={t("我的相册")} entries={mine} />
          </SimpleGrid>
          <Group gap="sm">
            <Button onClick={() => onResolve(theirs, mergeAlbums(base, mine, theirs.items))}>{t("合并")}</Button>
            <Button variant="default" onClick={() => onResolve(theirs, [...theirs.items])}>
              {t("放弃我的修改")}
            </Button>
          </Group>
        </Stack>
      </Alert>
    </section>
  );
}

const Side = ({ title, entries }: { title: string; entries: readonly AlbumEntry[] }) => (
  <div>
    <Text size="xs" c="dimmed" mb={4}>
      {t("{title}（{count}项）", { title, count: entries.length })}
    </Text>
    <div className={`${basic.flow} ${basic.gap4} ${basic.size12} ${classes.strip}`}>
      {entries.map(({ media_id, name, thumb }) =>
        thumb ? <img key={media_id} src={thumb} alt={name} loading="lazy" /> : <span key={media_id}>{t("视频")}</span>,
      )}
    </div>
  </div>
);
