import { Box, Menu, Text } from "@mantine/core";
import { IconArrowBackUp, IconDownload, IconKey, IconKeyboard, IconLogout, IconUser } from "@tabler/icons-react";
import type { ReactNode, RefObject } from "react";
import { Link } from "~/app/blocks/link";
import { Kbd } from "~/app/blocks/shortcuts/kbd";
import { usePressed } from "~/app/blocks/use-pressed";
import { t } from "~/app/i18n/t";
import { useProfile } from "../session/viewer-context";

export interface AccountProps {
  onShortcuts: () => void;
  onExports: () => void;
  onBatches: () => void;
  onChangePassword: () => void;
  onSignOut: () => void;
}

interface OpenAccountMenuProps extends AccountProps {
  button: ReactNode;
  waiting: ReactNode;
  target: RefObject<HTMLButtonElement>;
}

export function OpenAccountMenu({ button, target, ...acts }: OpenAccountMenuProps) {
  usePressed(target);
  const { onShortcuts, onExports, onBatches, onChangePassword, onSignOut } = acts;
  const profile = useProfile();
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>{button}</Menu.Target>
      <Menu.Dropdown>
        <Box p="6px 12px 8px">
          <Text size="sm" fw={600}>
            {profile.name}
          </Text>
          <Text size="xs" c="dimmed" truncate>
            {profile.email}
          </Text>
        </Box>
        <Menu.Divider />
        <Menu.Item leftSection={<IconUser size={16} />} component={Link} to="/personal-center">
          {t("个人中心")}
        </Menu.Item>
        <Menu.Item leftSection={<IconArrowBackUp size={16} />} onClick={onBatches}>
          {t("我的批量操作")}
        </Menu.Item>
        <Menu.Item leftSection={<IconDownload size={16} />} onClick={onExports}>
          {t("最近的导出")}
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={16} />} rightSection={<Kbd of="?" />} onClick={onShortcuts}>
          {t("快捷键")}
        </Menu.Item>
        <Menu.Item leftSection={<IconKey size={16} />} onClick={onChangePassword}>
          {t("修改密码")}
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={onSignOut}>
          {t("退出登录")}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
