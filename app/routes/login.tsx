import { Button, Checkbox, PasswordInput, Stack, Text, TextInput, Title } from "@mantine/core";
import {
  type ClientLoaderFunctionArgs,
  replace,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useNavigate,
  useNavigation,
} from "@remix-run/react";
import { type FormEvent, lazy, Suspense, useState } from "react";
import { toast } from "~/app/api/toast";
import { writes } from "~/app/api/writes";
import { Link } from "~/app/blocks/link";
import { useAct } from "~/app/blocks/use-act";
import { t } from "~/app/i18n/t";
import { token } from "~/app/session/cookie";
import { persisted, rememberLogin } from "~/app/session/persisted";
import { landing, takeReturn } from "~/app/session/return-path";
import { signIn, signOut, signOutMark } from "~/app/session/sign-in";
import { useSignOut } from "~/app/session/use-sign-out";
import { auth, Credentials } from "~/contract/auth";
import classes from "./login.module.css";

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  if (new URL(request.url).searchParams.has(signOutMark)) {
    await signOut();
    throw replace("/login");
  }
  return { isSignedIn: Boolean(token()) };
}

// The page says how it was entered; signing in is not to change it on the way out.
export const shouldRevalidate = ({ nextUrl }: ShouldRevalidateFunctionArgs) =>
  nextUrl.searchParams.has(signOutMark) || !token();

export const clientAction = writes({ login: auth.login });

// Few ever see it, and the dialog weighs a fifth of the page.
const ChangePassword = lazy(() =>
  import("~/app/layout/change-password").then((module) => ({ default: module.ChangePassword })),
);

export default function Login() {
  const { isSignedIn } = useLoaderData<typeof clientLoader>();
  return (
    <div className={classes.page}>
      <Brand />
      <main className={classes.side}>
        <div className={classes.form}>
          <Title order={2} size={26}>
            {t("登录")}
          </Title>
          <Text c="dimmed" mt={4} mb="xl">
            {t("使用公司邮箱登录您的工作台")}
          </Text>
          {isSignedIn ? <AlreadySignedIn /> : null}
          <SignInForm />
          {/* Issue 3: 单点登录 and 企业微信登录 stand here, each where config/public says that it is configured. */}
        </div>
      </main>
    </div>
  );
}

function SignInForm() {
  const { run, pending, error } = useAct<typeof clientAction>();
  const [mistakes, setMistakes] = useState<Mistakes>({});
  const [mustChange, setMustChange] = useState(false);
  const navigate = useNavigate();
  const isLeaving = useNavigation().state !== "idle";
  const signOut = useSignOut();
  const remembered = persisted().user.loginInfo;
  const enter = () => navigate(takeReturn(), { replace: true });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const parsed = Credentials.safeParse({ ...Object.fromEntries(typed), remember: typed.has("remember") });
    setMistakes(parsed.success ? {} : mistakesOf(parsed.error.issues));
    if (!parsed.success) return;
    const body = parsed.data;
    run(
      "login",
      { body },
      {
        onSuccess: (session) => {
          signIn(session);
          rememberLogin(body);
          toast.success(t("登录成功！"), { duration: 1_000 });
          if (session.must_change_password) setMustChange(true);
          else enter();
        },
        onError: ({ fields }) => setMistakes(Object.fromEntries(fields.map(({ field, message }) => [field, message]))),
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
            error={mistakes.password}
            visibilityToggleButtonProps={{ "aria-label": t("显示或隐藏密码") }}
          />
          <Checkbox
            name="remember"
            label={t("记住我")}
            description={t("密码会保存在本机浏览器，公用电脑请勿勾选")}
            defaultChecked={remembered.remember}
          />
          {error ? (
            <p role="alert" className={classes.refusal}>
              {error.message}
            </p>
          ) : null}
          <Button type="submit" size="md" fullWidth loading={pending || isLeaving}>
            {t("登录")}
          </Button>
        </Stack>
      </form>
      {mustChange ? (
        <Suspense>
          <ChangePassword onDone={enter} onCancel={giveUp} isOpen isForced />
        </Suspense>
      ) : null}
    </>
  );
}

type Mistakes = Partial<Record<string, string>>;

/** The first complaint of each field. */
function mistakesOf(issues: readonly { path: readonly PropertyKey[]; message: string }[]): Mistakes {
  return Object.fromEntries([...issues].reverse().map(({ path, message }) => [String(path[0]), message]));
}

function AlreadySignedIn() {
  const { userInfo } = persisted().user;
  const name = typeof userInfo === "string" ? userInfo : String(userInfo.name ?? "");
  return (
    <div className={classes.signedIn}>
      <Text size="sm">{name ? t("您已登录：{name}", { name }) : t("您已登录")}</Text>
      <Button component={Link} to={landing} replace size="xs" variant="light">
        {t("进入工作台")}
      </Button>
    </div>
  );
}

function Brand() {
  return (
    <header className={classes.brand}>
      <div className={classes.name}>
        <img src="/favicon.svg" alt="" width={36} height={36} />
        <h1>{t("新房工作台")}</h1>
      </div>
      <p className={classes.slogan}>{t("房源、客户、成交，在一处协同")}</p>
      <Skyline />
    </header>
  );
}

function Skyline() {
  return (
    <svg className={classes.skyline} viewBox="0 0 640 300" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
      <g fill="#fff" fillOpacity=".08">
        <path d="M20 300V150h70v150zM110 300V80l60-30v250zM420 300V110h80v190zM560 300V170h60v130z" />
      </g>
      <g fill="#fff" fillOpacity=".13">
        <path d="M70 300V200h60v100zM190 300V120h90v180zM300 300V60l50-34 50 34v240zM480 300V150l70-36v186z" />
      </g>
      <g fill="#fff" fillOpacity=".32">
        <path d="M208 140h14v18h-14zM248 140h14v18h-14zM208 180h14v18h-14zM248 180h14v18h-14zM208 220h14v18h-14zM248 220h14v18h-14zM322 90h14v22h-14zM362 90h14v22h-14zM322 140h14v22h-14zM362 140h14v22h-14zM322 190h14v22h-14zM362 190h14v22h-14zM500 170h12v16h-12zM526 170h12v16h-12zM500 206h12v16h-12zM526 206h12v16h-12z" />
      </g>
    </svg>
  );
}
