import "@mantine/core/styles/Progress.css";
import { Box, Button, CloseButton, Group, Progress, Text } from "@mantine/core";
import { IconMovie, IconPhoto } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { Thumb } from "~/app/blocks/detail/thumb";
import { t } from "~/app/i18n/t";
import classes from "./album.module.css";
import type { Incoming } from "./use-album-uploads";

interface IncomingListProps {
  incoming: readonly Incoming[];
  done: number;
  onRetry: (keys: readonly string[]) => void;
  onCancel: (keys: readonly string[]) => void;
}

export function IncomingList({ incoming, done, onRetry, onCancel }: IncomingListProps) {
  const failed = incoming.filter(({ state }) => state === "failed");
  const underWay = incoming.filter(({ state }) => state !== "failed");
  const total = done + underWay.length;
  const percent = underWay.reduce((sum, { progress }) => sum + progress, done * 100) / Math.max(1, total);
  return (
    <Box mb={8}>
      <Text fz={13} mih={20} role="status">
        {sentence(underWay.length, done, failed.length)}
      </Text>
      {underWay.length > 0 ? (
        <Group gap={8} wrap="nowrap" my={4}>
          <Progress value={percent} size="sm" flex={1} aria-label={t("总进度")} />
          <Button size="compact-sm" variant="subtle" onClick={() => onCancel(underWay.map(({ key }) => key))}>
            {t("全部取消")}
          </Button>
        </Group>
      ) : null}
      {failed.length > 1 ? (
        <Group gap={8} wrap="nowrap" my={4}>
          <Button size="compact-sm" onClick={() => onRetry(failed.map(({ key }) => key))}>
            {t("全部重试")}
          </Button>
          <Button size="compact-sm" variant="subtle" onClick={() => onCancel(failed.map(({ key }) => key))}>
            {t("全部移除")}
          </Button>
        </Group>
      ) : null}
      {incoming.length > 0 ? (
        <ul className={`${classes.files} ${basic.list}`}>
          {incoming.map((job) => (
            <Row key={job.key} job={job} onRetry={() => onRetry([job.key])} onCancel={() => onCancel([job.key])} />
          ))}
        </ul>
      ) : null}
    </Box>
  );
}

function sentence(underWay: number, done: number, failed: number): string {
  const ended = failed > 0 ? t("{failed}个失败", { failed }) : "";
  if (underWay > 0)
    return [t("正在上传，还有{underWay}个，已完成{done}个", { underWay, done }), ended].filter(Boolean).join("，");
  if (done + failed === 0) return "";
  return [t("已上传{done}个", { done }), ended].filter(Boolean).join("，");
}

function Row({ job, onRetry, onCancel }: { job: Incoming; onRetry: () => void; onCancel: () => void }) {
  const { name } = job.file;
  const Icon = job.isFilm ? IconMovie : IconPhoto;
  return (
    <li className={`${basic.row} ${basic.gap8}`} data-failed={job.state === "failed" || undefined}>
      {job.thumb ? (
        <Thumb src={job.thumb} width={36} height={36} />
      ) : (
        <Icon size={36} className={basic.fixed} stroke={1.25} aria-hidden />
      )}
      <div className={`${basic.grow} ${basic.shrinks}`}>
        <span className={`${basic.block} ${basic.cut} ${basic.size13}`}>{name}</span>
        {job.state === "failed" ? (
          <span className={`${basic.block} ${basic.clipped} ${basic.error} ${basic.size13}`}>{job.reason}</span>
        ) : (
          <Progress value={job.progress} size="xs" aria-label={t("正在上传{name}", { name })} />
        )}
      </div>
      {job.state === "failed" ? (
        <Button size="compact-sm" variant="default" onClick={onRetry} aria-label={t("重试{name}", { name })}>
          {t("重试")}
        </Button>
      ) : null}
      <CloseButton onClick={onCancel} aria-label={t("取消{name}", { name })} />
    </li>
  );
}
