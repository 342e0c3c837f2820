import { Button, Group, Text, Title } from "@mantine/core";
import {
  type ClientLoaderFunctionArgs,
  replace,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useSearchParams,
} from "@remix-run/react";
import { token } from "~/app/api/cookie";
import basic from "~/app/basic.module.css";
import { lazyPart } from "~/app/blocks/lazy-part";
import { Link } from "~/app/blocks/link";
import { persisted } from "~/app/browser/persisted";
import { landing } from "~/app/browser/return-path";
import { t } from "~/app/i18n/t";
import brandIcon from "~/app/layout/brand.svg?inline";
import { signOut, signOutMark } from "~/app/session/sign-in";
import classes from "./login.module.css";
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

export { write as clientAction } from "~/app/api/writes";

const PasswordByMail = lazyPart(() => import("./password-by-mail"), "PasswordByMail");
// Loaded next to the form, which does not wait for it.
const OtherSignIns = lazyPart(() => import("./other-sign-ins"), "OtherSignIns");

export default function Login() {
  const [search] = useSearchParams();
  return (
    <div className={classes.page}>
      <Brand />
      <main className={`${classes.side} ${basic.row} ${basic.centered}`}>
        <div className={classes.form}>{search.has("reset") ? <PasswordByMail /> : <SignIn />}</div>
      </main>
    </div>
  );
}

function SignIn() {
  const { isSignedIn } = useLoaderData<typeof clientLoader>();
  return (
    <>
      <Title order={2} size={26}>
        {t("登录")}
      </Title>
      <Text c="dimmed" mt={4} mb="xl">
        {t("使用公司邮箱登录您的工作台")}
      </Text>
      {isSignedIn ? <AlreadySignedIn /> : null}
      <SignInForm />
      <div style={{ minHeight: 98, paddingTop: 24 }}>
        <OtherSignIns />
      </div>
    </>
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

const Brand = () => (
  <header className={`${classes.brand} ${basic.column} ${basic.relative} ${basic.clipped}`}>
    <Group wrap="nowrap" gap={14} className={classes.name}>
      <img src={brandIcon} alt="" width={36} height={36} />
      <Text component="h1" fz={22} fw={600} lts="0.04em">
        {t("新房工作台")}
      </Text>
    </Group>
    <p className={classes.slogan}>{t("房源、客户、成交，在一处协同")}</p>
    <Skyline />
  </header>
);

const Skyline = () => (
  <svg className={classes.skyline} viewBox="0 0 640 300" preserveAspectRatio="xMidYMax slice" aria-hidden="true">
    <g fill="#0b1f42" fillOpacity=".35">
      <path d="M20 300V150h70v150zM110 300V80l60-30v250zM420 300V110h80v190zM560 300V170h60v130z" />
    </g>
    <g fill="#0a1a38" fillOpacity=".62">
      <path d="M70 300V200h60v100zM190 300V120h90v180zM300 300V60l50-34 50 34v240zM480 300V150l70-36v186z" />
    </g>
    <g fill="#ffd9a0" fillOpacity=".85">
      <path d="M208 140h14v18h-14zM248 140h14v18h-14zM208 180h14v18h-14zM248 180h14v18h-14zM208 220h14v18h-14zM248 220h14v18h-14zM322 90h14v22h-14zM362 90h14v22h-14zM322 140h14v22h-14zM362 140h14v22h-14zM322 190h14v22h-14zM362 190h14v22h-14zM500 170h12v16h-12zM526 170h12v16h-12zM500 206h12v16h-12zM526 206h12v16h-12z" />
    </g>
  </svg>
);
