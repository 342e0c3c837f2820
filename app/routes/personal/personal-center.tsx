import "@mantine/core/styles/Tabs.css";
import { Button, Group, Tabs, Text } from "@mantine/core";
import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  replace,
  useLoaderData,
  useSearchParams,
} from "@remix-run/react";
import { useState } from "react";
import { load } from "~/app/api/load";
import { toast } from "~/app/api/toast";
import { markViewerStale } from "~/app/api/viewer-age";
import { write } from "~/app/api/writes";
import basic from "~/app/basic.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import { Panel } from "~/app/blocks/detail/panel";
import { ScreenHeading } from "~/app/blocks/detail/screen-heading";
import { tabRow } from "~/app/blocks/detail/tab-row";
import { Tag } from "~/app/blocks/detail/tag";
import { WaitingList } from "~/app/blocks/feedback/waiting";
import { lazyPart } from "~/app/blocks/lazy-part";
import { deviceOf } from "~/app/features/device/device-name";
import { noticeIn } from "~/app/features/notice/notice-address";
import { t } from "~/app/i18n/t";
import { personalScreens } from "~/contract/personal/personal-center";
import { type Login, signInFailures, signInMethods } from "~/contract/personal/user";
import { Basics } from "./basics";
import { Bindings } from "./bindings";
import { NotifyChoices } from "./notify-choices";
import { OwnFigures } from "./own-figures";
import classes from "./personal.module.css";
import { SessionList } from "./session-list";

export async function clientLoader(args: ClientLoaderFunctionArgs) {
  const url = new URL(args.request.url);
  const outcome = url.searchParams.get("slack");
  if (outcome) {
    showSlackOutcome(outcome);
    throw replace(url.pathname);
  }
  return load(personalScreens["/personal-center"], args);
}

/** Its actions change data in the frame too, which loads nothing by itself. */
export async function clientAction(args: ClientActionFunctionArgs) {
  const result = await write(args);
  if (result.ok) markViewerStale();
  return result;
}

const OwnKeys = lazyPart(() => import("./own-keys"), "OwnKeys", WaitingList);
const ChangePassword = lazyPart(() => import("~/app/layout/change-password"), "ChangePassword");

const methods: Readonly<Record<string, string>> = signInMethods;
const failures: Readonly<Record<string, string>> = signInFailures;

const SideDrawer = lazyPart(() => import("~/app/blocks/feedback/side-drawer"), "SideDrawer");
const NoticeView = lazyPart(() => import("~/app/features/notice/notice-view"), "NoticeView");

const tabs = { profile: "资料与安全", keys: "密钥" } as const;

export default function PersonalCenter() {
  const { keys, sessions, logins, summary, slack, config } = useLoaderData<typeof clientLoader>();
  const [, setSearch] = useSearchParams();
  const choose = (tab: string | null) => setSearch(tab === "keys" ? { tab } : {});
  return (
    <Tabs value={keys ? "keys" : "profile"} onChange={choose} keepMounted={false}>
      <ScreenHeading />
      <Tabs.List {...tabRow} mb={12} aria-label={t("个人中心")}>
        {Object.entries(tabs).map(([value, label]) => (
          <Tabs.Tab key={value} value={value}>
            {t(label)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="keys">{keys ? <OwnKeys rows={keys} /> : null}</Tabs.Panel>
      <Tabs.Panel value="profile">
        {sessions && logins && summary && slack && config ? (
          <OwnProfile sessions={sessions} logins={logins} summary={summary} slack={slack} config={config} />
        ) : null}
      </Tabs.Panel>
      <OpenNotice />
    </Tabs>
  );
}

type Shown = Awaited<ReturnType<typeof clientLoader>>;
type OwnProfileProps = { [K in Exclude<keyof Shown, "keys">]: NonNullable<Shown[K]> };

const OwnProfile = ({ sessions, logins, summary, slack, config }: OwnProfileProps) => (
  <div className={basic.sided}>
    <div className={`${basic.column} ${basic.gap12} ${basic.shrinks}`}>
      <Panel title={t("基本资料")}>
        <Basics />
      </Panel>
      <Panel title={t("安全")}>
        <PasswordLine />
        <SessionList sessions={sessions} />
        <LoginList logins={logins} />
      </Panel>
    </div>
    <div className={`${basic.column} ${basic.gap12} ${basic.shrinks}`}>
      <Panel title={t("绑定")}>
        <Bindings slack={slack} config={config} />
      </Panel>
      <Panel title={t("消息偏好")}>
        <NotifyChoices />
      </Panel>
      <Panel title={t("我的数据")}>
        <OwnFigures summary={summary} />
      </Panel>
    </div>
  </div>
);

function OpenNotice() {
  const [search, setSearch] = useSearchParams();
  const id = noticeIn(`?${search}`);
  if (!id) return null;
  return (
    <SideDrawer title={t("通知")} onClose={() => setSearch({}, { replace: true, preventScrollReset: true })}>
      <NoticeView key={id} id={id} />
    </SideDrawer>
  );
}

/** The result of the way back from Slack, in the address: success, or the code of a refusal. */
function showSlackOutcome(outcome: string): void {
  markViewerStale();
  if (outcome === "linked") toast.success(t("已绑定{platform}", { platform: "Slack" }));
  else toast.error(outcome === "40900" ? t("该Slack账号已绑定其他员工") : t("授权失败，请重试"));
}

const LoginList = ({ logins }: { logins: readonly Login[] }) => (
  <>
    <Group justify="space-between" wrap="nowrap" gap={12} mt={20} mih={30}>
      <Text component="h3" fz={14} fw={600}>
        {t("最近10次登录")}
      </Text>
    </Group>
    {logins.length === 0 ? (
      <Text c="dimmed" fz={13} mt={12}>
        {t("暂无登录记录")}
      </Text>
    ) : null}
    <ul className={`${classes.list} ${basic.list}`}>
      {logins.map(({ id, at, result, fail_reason, method, ua, ip }) => (
        <li key={id} className={`${classes.login} ${basic.flow} ${basic.baseline} ${basic.size14}`}>
          <time dateTime={at}>{formatInstant(at)}</time>
          {result === "success" ? <Tag color="green">{t("成功")}</Tag> : <Tag color="red">{t("失败")}</Tag>}
          <span className={basic.dim}>{t(methods[method] ?? method)}</span>
          <span className={basic.dim}>{deviceOf(ua)}</span>
          <span className={basic.dim}>{ip}</span>
          {fail_reason ? (
            <Text component="em" inherit c="var(--mantine-color-error)" fs="normal">
              {t(failures[fail_reason] ?? fail_reason)}
            </Text>
          ) : null}
        </li>
      ))}
    </ul>
  </>
);

/** The password, which is only ever changed. */
function PasswordLine() {
  const [isChanging, setIsChanging] = useState(false);
  const close = () => setIsChanging(false);
  return (
    <div className={classes.row}>
      <div className={`${classes.text} ${basic.column} ${basic.gap2} ${basic.shrinks} ${basic.anywhere}`}>
        <strong>{t("登录密码")}</strong>
        <span className={`${basic.dim} ${basic.size13}`}>{t("修改后，其他设备需要重新登录")}</span>
      </div>
      <Button variant="default" onClick={() => setIsChanging(true)}>
        {t("修改")}
      </Button>
      {isChanging ? <ChangePassword onDone={close} onCancel={close} /> : null}
    </div>
  );
}
