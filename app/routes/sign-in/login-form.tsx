import { Button, Checkbox, PasswordInput, Stack, TextInput } from "@mantine/core";
import { useNavigate, useNavigation } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { errorsByField } from "~/app/api/writes";
import { useAct } from "~/app/blocks/feedback/use-act";
import { lazyPart } from "~/app/blocks/lazy-part";
import { persisted, rememberLogin } from "~/app/browser/persisted";
import { consumeReturn } from "~/app/browser/return-path";
import { t } from "~/app/i18n/t";
import { reportSignedIn, signIn } from "~/app/session/sign-in";
import { useSignOut } from "~/app/session/use-sign-out";
import { auth, Credentials } from "~/contract/sign-in/auth";

// Few ever see it, and the dialog weighs a fifth of the page.
const ChangePassword = lazyPart(() => import("~/app/layout/change-password"), "ChangePassword");

export function SignInForm() {
  const { run, pending, error } = useAct();
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const [mustChange, setMustChange] = useState(false);
  const navigate = useNavigate();
  const isLeaving = useNavigation().state !== "idle";
  const signOut = useSignOut();
  const remembered = persisted().user.loginInfo;
  const enter = () => navigate(consumeReturn(), { replace: true });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const parsed = Credentials.safeParse({ ...Object.fromEntries(typed), remember: typed.has("remember") });
    setMistakes(parsed.success ? {} : mistakesOf(parsed.error.issues));
    if (!parsed.success) return;
    const body = parsed.data;
    run(
      auth.login,
      { body },
      {
        onSuccess: (session) => {
          signIn(session);
          rememberLogin(body);
          reportSignedIn();
          if (session.must_change_password) setMustChange(true);
          else enter();
        },
        onError: (error) => setMistakes(errorsByField(error)),
      },
    );
  };
  const giveUp = async () => {
    setMustChange(false);
    await signOut();
  };
  return (
    <>
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <TextInput
            name="email"
            label={t("邮箱")}
            type="email"
            size="md"
            placeholder="name@company.com"
            autoComplete="username"
            defaultValue={remembered.email}
            error={mistakes.email}
          />
          <PasswordInput
            name="password"
            label={t("密码")}
            size="md"
            autoComplete="current-password"
            defaultValue={remembered.password}
            error={mistakes.password ?? error !== undefined}
            aria-invalid={mistakes.password !== undefined || error !== undefined || undefined}
            visibilityToggleButtonProps={{ "aria-label": t("显示或隐藏密码") }}
          />
          <Checkbox
            name="remember"
            label={t("记住我")}
            description={t("密码会保存在本机浏览器，公用电脑请勿勾选")}
            defaultChecked={remembered.remember}
          />
          <Button type="submit" size="md" fullWidth loading={pending || isLeaving}>
            {t("登录")}
          </Button>
        </Stack>
      </form>
      {mustChange ? <ChangePassword onDone={enter} onCancel={giveUp} isForced /> : null}
    </>
  );
}

type Mistakes = Partial<Record<string, string>>;

const mistakesOf = (issues: readonly { path: readonly PropertyKey[]; message: string }[]): Mistakes =>
  Object.fromEntries([...issues].reverse().map(({ path, message }) => [String(path[0]), message]));
