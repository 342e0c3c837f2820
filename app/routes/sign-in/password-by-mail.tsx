import { Button, Stack, Text, TextInput, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useLocation, useNavigate } from "@remix-run/react";
import { zod4Resolver } from "mantine-form-zod-resolver";
import { type ReactNode, useState } from "react";
import { errorsByField } from "~/app/api/writes";
import { useCall } from "~/app/blocks/detail/use-async";
import { useAct } from "~/app/blocks/feedback/use-act";
import { Link } from "~/app/blocks/link";
import { TextLink } from "~/app/blocks/text-link";
import { t } from "~/app/i18n/t";
import { NewPasswordFields, repetitionError } from "~/app/layout/new-password-fields";
import { auth, linkLives, PasswordReset } from "~/contract/sign-in/auth";

/** `/login?reset=1`: asks for a mail with a link, which leads here again with its token in the fragment. */
export function PasswordByMail() {
  const token = useLocation().hash.slice(1);
  return token ? <NewPassword token={token} /> : <Forgotten />;
}

const Frame = ({ title, text, children }: { title: string; text: string; children?: ReactNode }) => (
  <>
    <Title order={2} size={26}>
      {title}
    </Title>
    <Text c="dimmed" mt={4} mb="xl" role="status">
      {text}
    </Text>
    {children}
    <Text fz={14} ta="center" mt={24}>
      <TextLink to="/login">{t("返回登录")}</TextLink>
    </Text>
  </>
);

const Email = auth.forgotPassword.body;

function Forgotten() {
  const { run, pending } = useAct();
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm({ mode: "uncontrolled", initialValues: { email: "" }, validate: zod4Resolver(Email) });
  const send = form.onSubmit((body) =>
    run(
      auth.forgotPassword,
      { body },
      {
        onSuccess: () => setSentTo(body.email),
        onError: (error) => form.setErrors(errorsByField(error)),
      },
    ),
  );
  if (sentTo)
    return (
      <Frame
        title={t("请查收邮件")}
        text={t(
          "如果 {email} 是在职员工的登录邮箱，几分钟内会收到邮件。其中的链接{minutes}分钟内有效；使用单点登录的员工不会收到。",
          {
            email: sentTo,
            minutes: linkLives.minutes,
          },
        )}
      />
    );
  return (
    <Frame title={t("忘记密码")} text={t("输入登录邮箱，我们会发送设置新密码的链接")}>
      <form onSubmit={send} noValidate>
        <Stack gap="md">
          <TextInput
            key={form.key("email")}
            label={t("邮箱")}
            type="email"
            size="md"
            placeholder="name@company.com"
            autoComplete="username"
            {...form.getInputProps("email")}
          />
          <Button type="submit" size="md" fullWidth loading={pending}>
            {t("发送邮件")}
          </Button>
        </Stack>
      </form>
    </Frame>
  );
}

function NewPassword({ token }: { token: string }) {
  const { answer: owner, hasFailed } = useCall(auth.checkLink, { body: { token } });
  if (hasFailed)
    return (
      <Frame title={t("链接已失效")} text={t("链接只能使用一次，过期后也会失效。")}>
        <Button component={Link} to="/login?reset=1" replace size="md" fullWidth variant="default">
          {t("重新获取")}
        </Button>
      </Frame>
    );
  if (!owner) return <Frame title={t("设置密码")} text={t("正在检查链接…")} />;
  return (
    <Frame title={t("设置密码")} text={`${owner.name} · ${owner.email}`}>
      <PasswordForm token={token} email={owner.email} />
    </Frame>
  );
}

function PasswordForm({ token, email }: { token: string; email: string }) {
  const { run, pending } = useAct();
  const navigate = useNavigate();
  const form = useForm({
    mode: "uncontrolled",
    initialValues: { new_password: "", repeated: "" },
    validate: (values) => ({
      ...zod4Resolver(PasswordReset.pick({ new_password: true }))(values),
      ...repetitionError(values),
    }),
  });
  const save = form.onSubmit(({ new_password }) =>
    run(
      auth.resetPassword,
      { body: { token, new_password } },
      {
        success: t("密码已设置，请登录"),
        onSuccess: () => navigate("/login", { replace: true }),
        onError: (error) => form.setErrors(errorsByField(error)),
      },
    ),
  );
  return (
    <form onSubmit={save} noValidate>
      <Stack gap="md">
        {/* Password managers keep the two together. */}
        <input type="email" value={email} autoComplete="username" readOnly hidden />
        <NewPasswordFields form={form} size="md" />
        <Button type="submit" size="md" fullWidth loading={pending}>
          {t("保存")}
        </Button>
      </Stack>
    </form>
  );
}
