import { ActionIcon, Menu } from "@mantine/core";
import { IconDots } from "@tabler/icons-react";
import { t } from "~/app/i18n/t";

interface ViewMenuProps {
  name: string;
  pending: boolean;
  onUpdate: () => void;
  onRename: () => void;
  onRemove: () => void;
}

export const ViewMenu = ({ name, pending, onUpdate, onRename, onRemove }: ViewMenuProps) => (
  <Menu position="bottom-start" shadow="md" withinPortal>
    <Menu.Target>
      <ActionIcon variant="subtle" size="sm" loading={pending} aria-label={t("管理视图{name}", { name })}>
        <IconDots size={16} aria-hidden />
      </ActionIcon>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Item onClick={onUpdate}>{t("更新为当前筛选和列")}</Menu.Item>
      <Menu.Item onClick={onRename}>{t("改名与共享")}</Menu.Item>
      <Menu.Item c="var(--mantine-color-error)" onClick={onRemove}>
        {t("删除视图")}
      </Menu.Item>
    </Menu.Dropdown>
  </Menu>
);
