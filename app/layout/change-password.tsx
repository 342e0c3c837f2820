import { Button, Group, PasswordInput, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { zod4Resolver } from "mantine-form-zod-resolver";
import { errorsByField } from "~/app/api/writes";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { useAct } from "~/app/blocks/feedback/use-act";
import { t } from "~/app/i18n/t";
import { user } from "~/contract/personal/user";
import { PasswordChange } from "~/contract/sign-in/auth";
import { NewPasswordFields, repetitionError } from "./new-password-fields";

interface ChangePasswordProps {
  onDone: () => void;
  onCancel: () => void;
  isForced?: boolean;
}

export const ChangePassword = ({ onDone, onCancel, isForced = false }: ChangePasswordProps) => (
  <Dialog
    onClose={onCancel}
    title={t("修改密码")}
    closeOnClickOutside={!isForced}
    closeOnEscape={!isForced}
    withCloseButton={!isForced}
  >
    <PasswordForm onDone={onDone} onCancel={onCancel} isForced={isForced} />
  </Dialog>
);

function PasswordForm({ onDone, onCancel, isForced }: ChangePasswordProps) {
  const { run, pending } = useAct("/?index");
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { old_password: "", new_password: "", repeated: "" },
    validate: (values) => ({
      ...zod4Resolver(PasswordChange)(values),
      ...repetitionError(values),
    }),
  });
  const save = form.onSubmit(({ old_password, new_password }) =>
    run(
      user.changePassword,
      { body: { old_password, new_password } },
      {
        success: t("密码已修改"),
        onSuccess: onDone,
        onError: (error) => form.setErrors(errorsByField(error)),
      },
    ),
  );
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="md">
        {isForced ? <Text size="sm">{t("为了账号安全，首次登录请先修改密码。")}</Text> : null}
        <PasswordInput
          key={form.key("old_password")}
          label={t("原密码")}
          autoComplete="current-password"
          data-autofocus
          withAsterisk
          {...form.getInputProps("old_password")}
        />
        <NewPasswordFields form={form} withAsterisk />
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {isForced ? t("退出登录") : t("取消")}
          </Button>
          <Button type="submit" loading={pending}>
            {t("保存")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
