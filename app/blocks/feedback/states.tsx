import { Button, Group, Stack, Text, Title } from "@mantine/core";
import { IconLock, type TablerIcon } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Note } from "~/app/blocks/feedback/note";
import { t } from "~/app/i18n/t";

interface StateProps {
  icon?: TablerIcon;
  title: string;
  detail?: string;
  children?: ReactNode;
  isPage?: boolean;
}

export const State = ({ icon: Icon, title, detail, children, isPage = false }: StateProps) => (
  <Stack align="center" justify="center" gap="sm" px="md" py={isPage ? "20vh" : 64} role={isPage ? "alert" : undefined}>
    {Icon ? <Icon size={44} stroke={1.25} color="var(--mantine-color-dimmed)" aria-hidden /> : null}
    {isPage ? (
      <Title order={1} size="h3" ta="center">
        {title}
      </Title>
    ) : (
      <Text ta="center">{title}</Text>
    )}
    {detail ? (
      <Note ta="center" maw={560} style={{ overflowWrap: "anywhere" }}>
        {detail}
      </Note>
    ) : null}
    {children ? <Group mt="xs">{children}</Group> : null}
  </Stack>
);

export const Empty = ({ title = t("暂无数据"), children }: { title?: string; children?: ReactNode }) => (
  <State title={title}>{children}</State>
);

export const FilteredEmpty = ({ onClear }: { onClear: () => void }) => (
  <State title={t("没有符合条件的数据")}>
    <Button variant="default" onClick={onClear}>
      {t("清空筛选")}
    </Button>
  </State>
);

export const Forbidden = ({ children }: { children?: ReactNode }) => (
  <State icon={IconLock} title={t("您没有查看该内容的权限，请联系管理员")}>
    {children}
  </State>
);
