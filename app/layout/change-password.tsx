import { Button, Group, PasswordInput, Stack, Text } from "@mantine/core";
import { useForm } from "@mantine/form";
import { zod4Resolver } from "mantine-form-zod-resolver";
import { Dialog } from "~/app/blocks/feedback/dialog";
import { useAct } from "~/app/blocks/feedback/use-act";
import { t } from "~/app/i18n/t";
import { metaOf } from "~/contract/field";
import { user } from "~/contract/personal/user";
import { PasswordChange } from "~/contract/sign-in/auth";

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
      ...(values.repeated === values.new_password ? {} : { repeated: t("两次输入的新密码不一致") }),
    }),
  });
  const save = form.onSubmit(({ old_password, new_password }) =>
    run(
      user.changePassword,
      { body: { old_password, new_password } },
      {
        success: t("密码已修改"),
        onSuccess: onDone,
        onError: ({ fields }) =>
          form.setErrors(Object.fromEntries(fields.map(({ field, message }) => [field, message]))),
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
        <PasswordInput
          key={form.key("new_password")}
          label={t("新密码")}
          description={metaOf(PasswordChange.shape.new_password).help}
          autoComplete="new-password"
          withAsterisk
          {...form.getInputProps("new_password")}
        />
        <PasswordInput
          key={form.key("repeated")}
          label={t("再次输入新密码")}
          autoComplete="new-password"
          withAsterisk
          {...form.getInputProps("repeated")}
        />
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
