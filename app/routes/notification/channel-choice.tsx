import "@mantine/core/styles/Checkbox.css";
import { Checkbox, Input, Text } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { listOf } from "~/app/blocks/form/field/input-text";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import type { FormHandle } from "~/app/blocks/form/form-entry";
import { TextLink } from "~/app/blocks/text-link";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import { mayCall } from "~/contract/endpoint";
import type { ChannelState } from "~/contract/notification/notification";
import {
  channelsOfAudience,
  gatewayChannels,
  type NotificationChannel,
  notificationChannels,
} from "~/contract/notification/notification-kinds";
import { scopeIn } from "./aim";
import classes from "./notification.module.css";

const settingsAccess = { permission: "system:setting:manage" } as const;

interface ChannelChoiceProps {
  values: FormValues;
  form: FormHandle;
  states: readonly ChannelState[];
}

export function ChannelChoice({ values, form, states }: ChannelChoiceProps) {
  const { audience } = scopeIn(values);
  const chosen = listOf(values.channels).map(String);
  const offered: readonly NotificationChannel[] = channelsOfAudience[audience];
  const profile = useProfile();
  const isClosed = states.some(
    ({ channel, is_ready }) => !is_ready && offered.includes(channel) && gatewayChannels.includes(channel),
  );
  return (
    <Input.Wrapper label={t("渠道")} labelElement="div" withAsterisk>
      <fieldset className={`${classes.channels} ${basic.bare} ${basic.column} ${basic.gap10}`} aria-label={t("渠道")}>
        {offered.map((channel) => {
          const { is_ready = true, note = null } = states.find((one) => one.channel === channel) ?? {};
          const isChosen = chosen.includes(channel);
          return (
            <Checkbox
              key={channel}
              className={classes.channel}
              label={t(notificationChannels[channel])}
              description={note ? t(note) : undefined}
              checked={isChosen}
              // A channel that was chosen before it failed can be removed.
              disabled={!is_ready && !isChosen}
              error={!is_ready && isChosen ? t("现在不能用，请取消选择") : undefined}
              onChange={({ currentTarget: { checked } }) =>
                form.fill({ channels: offered.filter((one) => (one === channel ? checked : chosen.includes(one))) })
              }
            />
          );
        })}
      </fieldset>
      {isClosed ? (
        <Text c="var(--app-due)" fz={13} mt={8}>
          {t("APP推送、短信和邮件经外发网关发送：填写网关地址（notify.gateway_url）和密钥后才能选择。")}{" "}
          {mayCall(profile, settingsAccess) ? (
            <TextLink to="/system/setCenter?tab=connection">{t("去设置")}</TextLink>
          ) : (
            t("请联系管理员设置。")
          )}
        </Text>
      ) : null}
    </Input.Wrapper>
  );
}
