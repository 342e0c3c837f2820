import {
  type ClientActionFunctionArgs,
  type ClientLoaderFunctionArgs,
  replace,
  useLoaderData,
  useSearchParams,
} from "@remix-run/react";
import { load } from "~/app/api/load";
import { toast } from "~/app/api/toast";
import { markViewerStale } from "~/app/api/viewer-age";
import { write } from "~/app/api/writes";
import basic from "~/app/basic.module.css";
import { Panel } from "~/app/blocks/detail/panel";
import { ScreenHeading } from "~/app/blocks/detail/screen-heading";
import { lazyPart } from "~/app/blocks/lazy-part";
import { noticeIn } from "~/app/features/notice/notice-address";
import { t } from "~/app/i18n/t";
import { personalScreens } from "~/contract/personal/personal-center";
import { Basics } from "./basics";
import { Bindings } from "./bindings";
import { LoginList } from "./login-list";
import { NotifyChoices } from "./notify-choices";
import { OwnFigures } from "./own-figures";
import { PasswordLine } from "./password-line";
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

const SideDrawer = lazyPart(() => import("~/app/blocks/feedback/side-drawer"), "SideDrawer");
const NoticeView = lazyPart(() => import("~/app/features/notice/notice-view"), "NoticeView");

export default function PersonalCenter() {
  const { sessions, logins, summary, slack, config } = useLoaderData<typeof clientLoader>();
  return (
    <div className={basic.sided}>
      <ScreenHeading />
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
      <OpenNotice />
    </div>
  );
}

/** The notification that a card in WeCom or a message leads to (`?notice=7`). */
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
