import { Button } from "@mantine/core";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { Tag } from "~/app/blocks/detail/tag";
import { useConfirm } from "~/app/blocks/feedback/use-confirm";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import type { Reply } from "~/contract/endpoint";
import { binding, type Platform, platforms } from "~/contract/personal/binding";
import type { system } from "~/contract/system/system";
import { BindDialog, unbinding } from "./binding-dialogs";
import classes from "./personal.module.css";

interface BindingsProps {
  slack: Reply<typeof binding.slack>;
  config: Pick<Reply<typeof system.publicConfig>, "sso" | "wecom">;
}

export function Bindings({ slack, config }: BindingsProps) {
  const { bindings } = useProfile();
  const [bound, setBound] = useState<Platform>();
  const { confirm, dialog } = useConfirm();
  const isConfigured = { wecom: config.wecom, slack: slack.authorize_url !== null, sso: config.sso !== null };
  const rows: { platform: Platform; use: string }[] = [
    { platform: "wecom", use: t("用于登录和接收消息") },
    { platform: "slack", use: slack.team_name ? t("工作区 {team}", { team: slack.team_name }) : t("用于接收消息") },
    { platform: "sso", use: t("用于登录") },
  ];
  return (
    <>
      <ul className={`${classes.list} ${basic.list}`}>
        {rows.map(({ platform, use }) => {
          const isBound = bindings[platform];
          const isOpen = isBound || isConfigured[platform];
          return (
            <li key={platform} className={classes.row}>
              <div className={`${classes.text} ${basic.column} ${basic.gap2} ${basic.shrinks} ${basic.anywhere}`}>
                <strong>
                  {t(platforms[platform])}{" "}
                  {isBound ? <Tag color="green">{t("已绑定")}</Tag> : <Tag>{isOpen ? t("未绑定") : t("未配置")}</Tag>}
                </strong>
                <span className={`${basic.dim} ${basic.size13}`}>{isOpen ? use : t("管理员尚未配置，暂不能绑定")}</span>
              </div>
              {isOpen ? (
                <Button
                  variant="default"
                  aria-label={
                    isBound
                      ? t("解绑{platform}", { platform: t(platforms[platform]) })
                      : t("绑定{platform}", { platform: t(platforms[platform]) })
                  }
                  onClick={() =>
                    isBound
                      ? confirm(binding.unbind, { params: { platform } }, unbinding(platform))
                      : setBound(platform)
                  }
                >
                  {isBound ? t("解绑") : t("绑定")}
                </Button>
              ) : null}
            </li>
          );
        })}
      </ul>
      {bound ? <BindDialog platform={bound} sso={config.sso} onClose={() => setBound(undefined)} /> : null}
      {dialog}
    </>
  );
}
