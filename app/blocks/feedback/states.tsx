import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { useRevalidator } from "@remix-run/react";
import {
  IconAlertTriangle,
  IconFileOff,
  IconInbox,
  IconLock,
  IconSearchOff,
  type TablerIcon,
} from "@tabler/icons-react";
import type { ReactNode } from "react";
import { t } from "~/app/i18n/t";
import { Link } from "../link";

interface StateProps {
  icon: TablerIcon;
  title: string;
  detail?: string;
  children?: ReactNode;
  /** Stands alone on the page, as its heading and as news. */
  isPage?: boolean;
}

function State({ icon: Icon, title, detail, children, isPage = false }: StateProps) {
  return (
    <Stack
      align="center"
      justify="center"
      gap="sm"
      px="md"
      py={isPage ? "20vh" : 64}
      role={isPage ? "alert" : undefined}
    >
      <Icon size={44} stroke={1.25} color="var(--mantine-color-dimmed)" aria-hidden />
      {isPage ? (
        <Title order={1} size="h3" ta="center">
          {title}
        </Title>
      ) : (
        <Text ta="center">{title}</Text>
      )}
      {detail ? (
        <Text size="sm" c="dimmed" ta="center" maw={560} style={{ overflowWrap: "anywhere" }}>
          {detail}
        </Text>
      ) : null}
      {children ? <Group mt="xs">{children}</Group> : null}
    </Stack>
  );
}

const reload = () => window.location.reload();

/** A list without anything in it; `children` is e.g. the button that makes the first record. */
export function Empty({ title = t("暂无数据"), children }: { title?: string; children?: ReactNode }) {
  return (
    <State icon={IconInbox} title={title}>
      {children}
    </State>
  );
}

/** A list whose filters leave nothing. */
export function FilteredEmpty({ onClear }: { onClear: () => void }) {
  return (
    <State icon={IconSearchOff} title={t("没有符合条件的数据")}>
      <Button variant="default" onClick={onClear}>
        {t("清空筛选")}
      </Button>
    </State>
  );
}

/** The 403 block. */
export function Forbidden({ children }: { children?: ReactNode }) {
  return (
    <State icon={IconLock} title={t("您没有查看该内容的权限，请联系管理员")}>
      {children}
    </State>
  );
}

/** A record that does not exist, with the way back to its list. */
export function NotFound({ listPath }: { listPath: string }) {
  return (
    <State icon={IconFileOff} title={t("数据不存在或已被删除")}>
      <Button component={Link} to={listPath} variant="default">
        {t("返回列表")}
      </Button>
    </State>
  );
}

/** Data that could not be fetched; 重试 fetches what is missing again. */
export function LoadFailed({ detail, children }: { detail?: string; children?: ReactNode }) {
  const { revalidate, state } = useRevalidator();
  return (
    <State icon={IconAlertTriangle} title={t("加载失败")} detail={detail}>
      <Button variant="default" onClick={revalidate} loading={state !== "idle"}>
        {t("重试")}
      </Button>
      {children}
    </State>
  );
}

/** A part of the application that could not be loaded. Browsers remember a failed module as long as the document lives, so that only a reload can try again. */
export function ChunkLoadFailure({ error }: { error: Error }) {
  return (
    <State
      icon={IconAlertTriangle}
      title="ChunkLoadError"
      detail={`${t("页面资源加载失败，请检查网络后重试。")} ${error.message}`}
      isPage
    >
      <Button onClick={reload}>{t("重试")}</Button>
    </State>
  );
}

/** The last resort: an error that nobody foresaw. */
export function UnexpectedError({ error }: { error: unknown }) {
  const detail = error instanceof Error ? error.message : String(error);
  return (
    <State icon={IconAlertTriangle} title="Unexpected Application Error!" detail={detail} isPage>
      <Button onClick={reload}>{t("重试")}</Button>
    </State>
  );
}
