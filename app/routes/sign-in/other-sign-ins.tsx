import { Button, Text } from "@mantine/core";
import { useNavigate } from "@remix-run/react";
import { IconBuildingSkyscraper, IconKey, type TablerIcon } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import { call } from "~/app/api/call";
import { isAnothers, token } from "~/app/api/cookie";
import { toast } from "~/app/api/toast";
import basic from "~/app/basic.module.css";
import { TextLink } from "~/app/blocks/text-link";
import { onOtherTab } from "~/app/browser/persisted";
import { consumeReturn, landing, returnPath } from "~/app/browser/return-path";
import { t } from "~/app/i18n/t";
import { system } from "~/contract/system/system";
import classes from "./other-sign-ins.module.css";

type OtherSignIn = "sso" | "wecom";

export function OtherSignIns() {
  const config = useConfig();
  const [leaving, setLeaving] = useState<OtherSignIn>();
  useOtherTabsSignIn();
  const forgotten = config?.mail ? (
    <Text fz={14} ta="center" mb={16}>
      <TextLink to="/login?reset=1">{t("忘记密码")}</TextLink>
    </Text>
  ) : null;
  if (!config?.sso && !config?.wecom) return forgotten;
  const leave = async (way: OtherSignIn, start: () => Promise<void>) => {
    setLeaving(way);
    // Comes back only where it could not start.
    await start().finally(() => setLeaving(undefined));
  };
  const { sso } = config;
  const button = (way: OtherSignIn, label: string, Icon: TablerIcon, start: () => Promise<void>) => (
    <Button
      variant="default"
      size="md"
      flex={1}
      leftSection={<Icon size={18} aria-hidden />}
      loading={leaving === way}
      disabled={leaving !== undefined && leaving !== way}
      onClick={() => leave(way, start)}
    >
      {label}
    </Button>
  );
  return (
    <>
      {forgotten}
      <Text c="dimmed" fz={13} mb={12} className={`${classes.or} ${basic.row} ${basic.gap12}`}>
        {t("其他登录方式")}
      </Text>
      <div className={`${basic.flex} ${basic.gap12}`}>
        {sso ? button("sso", t("单点登录"), IconKey, () => startSso(sso)) : null}
        {config.wecom ? button("wecom", t("企业微信登录"), IconBuildingSkyscraper, startWeCom) : null}
      </div>
    </>
  );
}

async function startSso(sso: { host: string; client_id: string }): Promise<void> {
  // The browser has its hash function on https and localhost alone.
  if (!window.isSecureContext) return toast.error(t("单点登录需要通过 HTTPS 访问"));
  const module = await import("~/app/session/sso");
  await module.startSso(sso);
}

async function startWeCom(): Promise<void> {
  const module = await import("~/app/session/wecom-sign-in");
  await module.startWeCom(new URL(returnPath() ?? landing, window.location.origin));
}

function useConfig() {
  const [config, setConfig] = useState<Awaited<ReturnType<typeof ask>>>();

  // Not the loader's, since the form is not to wait for it.
  useEffect(() => {
    ask().then(setConfig, () => undefined);
  }, []);

  return config;
}

/** Without an answer there is the password. */
const ask = () => call(system.publicConfig, undefined, { silent: true });

function useOtherTabsSignIn() {
  const navigate = useNavigate();

  // After an interruption in several tabs one sign-in is enough: the other tabs go on where they were.
  useEffect(
    () =>
      onOtherTab(() => {
        if (token() && !isAnothers() && returnPath()) navigate(consumeReturn(), { replace: true });
      }),
    [navigate],
  );
}
