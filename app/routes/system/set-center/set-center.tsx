import "@mantine/core/styles/Tabs.css";
import { Tabs } from "@mantine/core";
import { type ClientLoaderFunctionArgs, useLoaderData, useSearchParams } from "@remix-run/react";
import { load } from "~/app/api/load";
import basic from "~/app/basic.module.css";
import { FewTabs } from "~/app/blocks/detail/few-tabs";
import { ScreenHeading } from "~/app/blocks/detail/screen-heading";
import { tabOf } from "~/app/blocks/detail/tab-row";
import { WaitingList, WaitingRecord } from "~/app/blocks/feedback/waiting";
import { lazyPart } from "~/app/blocks/lazy-part";
import { t } from "~/app/i18n/t";
import { viewer } from "~/app/session/viewer";
import { pool } from "~/contract/customer/pool";
import { type Endpoint, mayCall } from "~/contract/endpoint";
import type { Profile } from "~/contract/personal/user";
import { managedKey } from "~/contract/system/key";
import { sceneAt, setCenterScreens } from "~/contract/system/set-center";
import {
  isSettingGroup,
  isShownSetting,
  type SettingTab,
  setting,
  settingGroups,
  settingTabs,
} from "~/contract/system/setting";
import { target } from "~/contract/system/target";
import classes from "./set-center.module.css";

const SettingForm = lazyPart(() => import("./setting-form"), "SettingForm", WaitingRecord);
const TargetTab = lazyPart(() => import("./target-tab"), "TargetTab", WaitingList);
const OptionTab = lazyPart(() => import("./option-tab"), "OptionTab", WaitingList);
const PoolTab = lazyPart(() => import("./pool-tab"), "PoolTab", WaitingList);
const ProductionTab = lazyPart(() => import("./production-tab"), "ProductionTab", WaitingRecord);
const KeyTab = lazyPart(() => import("./key-tab"), "KeyTab", WaitingList);
const WebhookTab = lazyPart(() => import("./webhook-tab"), "WebhookTab", WaitingList);

const labels: Readonly<Record<SettingTab, string>> = {
  ...settingGroups,
  pools: "公海",
  notify: "Webhook",
  key: "密钥",
  option: "字典",
  target: "月度目标",
  production: "运行状态",
};

export async function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  const open = tabsFor((await viewer()).profile);
  const url = new URL(request.url);
  const tab = tabOf(url.searchParams, open);
  url.searchParams.set("tab", tab);
  const at = new Request(url, { signal: request.signal });
  const data = await load(setCenterScreens["/system/setCenter"], { request: at, params });
  return { open, tab, scene: sceneAt(url.searchParams), ...data };
}

export { write as clientAction } from "~/app/api/writes";

export default function SetCenter() {
  const { open, tab, scene, settings, options, targets, webhooks, pools, keys, production } =
    useLoaderData<typeof clientLoader>();
  const [, setSearch] = useSearchParams();
  // Another tab begins anew: what the address says of this one is not its own.
  const change = (next: string | null) => setSearch(next && next !== open[0] ? { tab: next } : {});
  return (
    <Tabs value={tab} onChange={change} keepMounted={false} className={basic.surface}>
      <ScreenHeading />
      <div className={classes.tabs}>
        <FewTabs
          label={t("设置分类")}
          options={open.map((key) => ({ value: key, label: t(labels[key]) }))}
          present={tab}
          onChoose={change}
        />
      </div>
      <Tabs.Panel value={tab} p={{ base: 14, sm: 20 }}>
        {settings && isSettingGroup(tab) ? (
          <SettingForm key={tab} group={tab} rows={settings.filter(({ key }) => isShownSetting(key))} />
        ) : null}
        {options ? <OptionTab scene={scene} page={options} /> : null}
        {targets ? <TargetTab key={targets.month} targets={targets} /> : null}
        {production ? <ProductionTab {...production} /> : null}
        {keys ? <KeyTab page={keys} /> : null}
        {pools ? <PoolTab rows={pools.list} /> : null}
        {webhooks ? <WebhookTab rows={webhooks.list} /> : null}
      </Tabs.Panel>
    </Tabs>
  );
}

const tabsFor = (profile: Profile): SettingTab[] =>
  settingTabs.filter((tab) => mayCall(profile, needs[tab] ?? setting.list));

/** What a tab asks for, unless it is the settings. */
const needs: Partial<Record<SettingTab, Endpoint>> = {
  target: target.update,
  pools: pool.list,
  key: managedKey.list,
};
