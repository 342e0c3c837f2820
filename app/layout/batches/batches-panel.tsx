import { Button, Center, Loader, Stack, Text } from "@mantine/core";
import { useRevalidator } from "@remix-run/react";
import { Empty } from "~/app/blocks/states";
import { t } from "~/app/i18n/t";
import { useProfile } from "../viewer-context";
import { BatchItem } from "./batch-item";
import classes from "./batches.module.css";
import { useBatches } from "./use-batches";

/** The bulk acts that are young enough to be taken back. */
export function BatchesPanel() {
  const { page, isFailed, reload } = useBatches();
  const { id } = useProfile();
  const { revalidate } = useRevalidator();
  if (isFailed && !page)
    return (
      <Stack align="center" py="lg" gap="sm" role="alert">
        <Text>{t("加载失败")}</Text>
        <Button variant="default" onClick={reload}>
          {t("重试")}
        </Button>
      </Stack>
    );
  if (!page)
    return (
      <Center mih={160}>
        <Loader size="sm" aria-label={t("加载中")} />
      </Center>
    );
  const done = () => {
    reload();
    revalidate();
  };
  return (
    <>
      <Text size="sm" c="dimmed">
        {t("最近 {hours} 小时内的批量操作可以撤销。", { hours: page.hours })}
        {page.total > page.list.length ? t("仅显示最近 {count} 次。", { count: page.list.length }) : null}
      </Text>
      {page.list.length === 0 ? <Empty title={t("暂无可撤销的批量操作")} /> : null}
      <ul className={classes.list} aria-label={t("批量操作")}>
        {page.list.map((row) => (
          <BatchItem key={row.id} row={row} isNamed={page.list.some(({ user }) => user.id !== id)} onDone={done} />
        ))}
      </ul>
    </>
  );
}
