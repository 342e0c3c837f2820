import { Button, Group, Text, Title } from "@mantine/core";
import {
  type ClientLoaderFunctionArgs,
  replace,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
} from "@remix-run/react";
import { token } from "~/app/api/cookie";
import { write } from "~/app/api/writes";
import basic from "~/app/basic.module.css";
import { lazyPart } from "~/app/blocks/lazy-part";
import { Link } from "~/app/blocks/link";
import { persisted } from "~/app/browser/persisted";
import { landing } from "~/app/browser/return-path";
import { t } from "~/app/i18n/t";
import { signOut, signOutMark } from "~/app/session/sign-in";
import classes from "./login.module.css";
import { Brand } from "./login-brand";
import { SignInForm } from "./login-form";

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  if (new URL(request.url).searchParams.has(signOutMark)) {
    await signOut();
    throw replace("/login");
  }
  return { isSignedIn: Boolean(token()) };
}

// The page says how it was entered; signing in must not change it on the way out.
export const shouldRevalidate = ({ nextUrl }: ShouldRevalidateFunctionArgs) =>
  nextUrl.searchParams.has(signOutMark) || !token();

export const clientAction = write;

// Loaded next to the form, which does not wait for it.
const OtherWays = lazyPart(() => import("./login-ways"), "OtherWays");

export default function Login() {
  const { isSignedIn } = useLoaderData<typeof clientLoader>();
  return (
    <div className={classes.page}>
      <Brand />
      <main className={`${classes.side} ${basic.row} ${basic.centered}`}>
        <div className={classes.form}>
          <Title order={2} size={26}>
            {t("登录")}
          </Title>
          <Text c="dimmed" mt={4} mb="xl">
            {t("使用公司邮箱登录您的工作台")}
          </Text>
          {isSignedIn ? <AlreadySignedIn /> : null}
          <SignInForm />
          <div className={classes.ways}>
            <OtherWays />
          </div>
        </div>
      </main>
    </div>
  );
}

function AlreadySignedIn() {
  const { userInfo } = persisted().user;
  const name = typeof userInfo === "string" ? userInfo : String(userInfo.name ?? "");
  return (
    <Group
      justify="space-between"
      wrap="nowrap"
      gap={12}
      mb={24}
      p="12px 16px"
      bg="var(--app-canvas)"
      className={`${basic.bordered} ${basic.rounded}`}
    >
      <Text size="sm">{name ? t("您已登录：{name}", { name }) : t("您已登录")}</Text>
      <Button component={Link} to={landing} replace size="xs" variant="default">
        {t("进入工作台")}
      </Button>
    </Group>
  );
}
