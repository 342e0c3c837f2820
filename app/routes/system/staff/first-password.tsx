import { Button, CopyButton, Group, Stack, Text, Textarea } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { t } from "~/app/i18n/t";

/** An account whose password was just set. */
export interface Account {
  name: string;
  email: string;
  password: string;
  isNew: boolean;
}

interface FirstPasswordProps {
  account: Account;
  onClose: () => void;
}

/** 邀请: what the person needs to sign in, to be sent by whichever way. The password is shown here, once. */
export function FirstPassword({ account, onClose }: FirstPasswordProps) {
  const { name, isNew } = account;
  return (
    <Dialog
      onClose={onClose}
      title={isNew ? t("邀请{name}", { name }) : t("{name}的新密码", { name })}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <OnceText text={invitationOf(account)} label={isNew ? t("邀请内容") : t("登录信息")} rows={5} />
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t("完成")}
        </Button>
      </Group>
    </Dialog>
  );
}

/** A text with passwords, to be copied now. It stands in a field, so that it can also be marked by hand where the browser keeps its clipboard shut. */
export function OnceText({ text, label, rows }: { text: string; label: string; rows: number }) {
  return (
    <Stack gap="xs">
      <Text size="sm" c="var(--mantine-color-error)">
        {t("密码只显示这一次，关闭后无法再查看。")}
      </Text>
      <Textarea label={label} value={text} readOnly autosize minRows={rows} maxRows={12} />
      <Group>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              onClick={copy}
              leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            >
              {copied ? t("已复制") : t("复制")}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  );
}

const invitationOf = ({ name, email, password, isNew }: Account) =>
  [
    isNew ? t("{name}，您的账号已开通。", { name }) : t("{name}，您的密码已重置。", { name }),
    t("登录地址：{address}", { address: `${window.location.origin}/login` }),
    t("邮箱：{email}", { email }),
    isNew ? t("初始密码：{password}", { password }) : t("新密码：{password}", { password }),
    t("登录后请立即修改密码。"),
  ].join("\n");
