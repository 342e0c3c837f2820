import "@mantine/core/styles/Tabs.css";
import { Loader, Tabs } from "@mantine/core";
import { type ClientLoaderFunctionArgs, useLoaderData, useSearchParams } from "@remix-run/react";
import { lazy, type ReactNode, Suspense } from "react";
import { call } from "~/app/api/call";
import { writes } from "~/app/api/writes";
import { ScreenHeading } from "~/app/blocks/detail/screen-heading";
import { tabOf, tabRow } from "~/app/blocks/detail/tab-row";
import { t } from "~/app/i18n/t";
import { viewer } from "~/app/session/viewer";
import { mayCall } from "~/contract/endpoint";
import type { Profile } from "~/contract/personal/user";
import { readQuery } from "~/contract/read-query";
import { isSettingGroup, type SettingTab, setting, settingGroups, settingTabs } from "~/contract/system/setting";
import { target } from "~/contract/system/target";
import { allWebhooks, webhook } from "~/contract/system/webhook";
import { askedOptions } from "./asked-options";
import { optionActs } from "./option-writes";
import classes from "./set-center.module.css";
import { settingActs } from "./setting-writes";
import { targetActs } from "./target-writes";
import { webhookActs } from "./webhook-writes";

const SettingForm = lazy(() => import("./setting-form").then((module) => ({ default: module.SettingForm })));
const TargetTab = lazy(() => import("./target-tab").then((module) => ({ default: module.TargetTab })));
const OptionTab = lazy(() => import("./option-tab").then((module) => ({ default: module.OptionTab })));
const WebhookTab = lazy(() => import("./webhook-tab").then((module) => ({ default: module.WebhookTab })));

const labels: Readonly<Record<SettingTab, string>> = { ...settingGroups, option: "字典", target: "月度目标" };

export async function clientLoader({ request }: ClientLoaderFunctionArgs) {
  const { signal } = request;
  const open = tabsFor((await viewer()).profile);
  const tab = tabOf(new URL(request.url).searchParams, open);
  const [rows, options, targets, webhooks] = await Promise.all([
    isSettingGroup(tab) ? call(setting.list, { query: { group: tab } }, { signal }) : undefined,
    tab === "option" ? askedOptions(request) : undefined,
    tab === "target" ? call(target.list, { query: readQuery(request, target.list) }, { signal }) : undefined,
    tab === "notify" ? call(webhook.list, { query: allWebhooks }, { signal }) : undefined,
  ]);
  return { open, tab, rows, options, targets, webhooks };
}

export const clientAction = writes({ ...settingActs, ...optionActs, ...targetActs, ...webhookActs });

export default function SetCenter() {
  const { open, tab, rows, options, targets, webhooks } = useLoaderData<typeof clientLoader>();
  const [, setSearch] = useSearchParams();
  // Another tab begins anew: what the address says of this one is not its own.
  const change = (next: string | null) => setSearch(next && next !== open[0] ? { tab: next } : {});
  return (
    <Tabs value={tab} onChange={change} keepMounted={false} className={classes.page}>
      <ScreenHeading />
      <Tabs.List {...tabRow} className={classes.tabs} aria-label={t("设置分类")}>
        {open.map((key) => (
          <Tabs.Tab key={key} value={key}>
            {t(labels[key])}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab} className={classes.panel}>
        <Part>
          {rows ? <SettingForm key={tab} rows={rows} /> : null}
          {options ? <OptionTab {...options} /> : null}
          {targets ? <TargetTab key={targets.month} targets={targets} /> : null}
          {webhooks ? <WebhookTab rows={webhooks.list} /> : null}
        </Part>
      </Tabs.Panel>
    </Tabs>
  );
}

function Part({ children }: { children: ReactNode }) {
  return <Suspense fallback={<Loader size="sm" aria-label={t("加载中")} />}>{children}</Suspense>;
}

/** The tabs that somebody may use, in their order. */
function tabsFor(profile: Profile): SettingTab[] {
  return settingTabs.filter((tab) => mayCall(profile, tab === "target" ? target.update : setting.list));
}
