import "@mantine/core/styles/FloatingIndicator.css";
import "@mantine/core/styles/SegmentedControl.css";
import { Flex, SegmentedControl, Stack } from "@mantine/core";
import { IconBell } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import basic from "~/app/basic.module.css";
import { NoticeBody } from "~/app/features/notice/notice-view";
import { useReadable } from "~/app/features/notice/readable";
import { RichFrame } from "~/app/features/notice/rich-frame";
import { t } from "~/app/i18n/t";
import { useProfile } from "~/app/session/viewer-context";
import {
  type ChannelText,
  channelText,
  forReader,
  isNamed,
  type Notice,
  smsLetters,
  smsPart,
} from "~/contract/notification/channel-text";
import {
  type NotificationChannel,
  type NotificationType,
  notificationChannels,
} from "~/contract/notification/notification-kinds";
import classes from "./preview.module.css";

interface ChannelPreviewProps {
  notice: Notice & { type: NotificationType; name_fallback: string };
  channels: readonly NotificationChannel[];
  cover: string | null;
}

export function ChannelPreview({ notice, channels, cover }: ChannelPreviewProps) {
  const [chosen, setChosen] = useState<NotificationChannel>();
  const reader = useProfile();
  const own = forReader(notice, reader.name);
  const html = useReadable(own.content);
  const [first] = channels;
  const channel = chosen && channels.includes(chosen) ? chosen : first;
  if (!channel)
    return <p className={`${basic.flat} ${basic.anywhere} ${basic.dim} ${basic.size13}`}>{t("选择渠道后显示预览")}</p>;
  // Where it leaves the house, each reader has an address of their own.
  const isOutside = channel !== "inbox" && channel !== "wecom" && notice.link_url !== null;
  const shown = channelText(channel, isOutside ? { ...own, link_url: sampleLink() } : own);
  const title = shown.title || t("（标题）");
  const text = shown.text || t("（内容）");
  const looks: Record<NotificationChannel, () => ReactNode> = {
    inbox: () => <NoticeBody {...{ title, cover, html }} type={notice.type} at={null} link_url={notice.link_url} />,
    email: () => (
      <div className={`${basic.column} ${basic.gap8}`}>
        <Flex component="dl" gap={8} m={0} fz={14}>
          <dt className={`${basic.fixed} ${basic.dim}`}>{t("主题")}</dt>
          <dd className={`${basic.flat} ${basic.anywhere} ${basic.bold}`}>{title}</dd>
        </Flex>
        <RichFrame title={t("邮件正文")} html={html} />
        {shown.link ? (
          <p className={`${basic.flat} ${basic.anywhere} ${basic.dim} ${basic.size13}`}>
            {t("文末附链接：{link}", { link: shown.link })}
          </p>
        ) : null}
      </div>
    ),
    wecom: () => (
      <div className={`${classes.card} ${basic.surface}`}>
        <strong>{title}</strong>
        <p>{text}</p>
        <span>{t("详情")}</span>
      </div>
    ),
    push: () => (
      <div className={`${classes.push} ${basic.surface} ${basic.flex} ${basic.gap12}`}>
        <IconBell size={22} aria-hidden />
        <div>
          <strong>{title}</strong>
          <p>{text}</p>
        </div>
      </div>
    ),
    sms: () => <TextMessage {...shown} />,
  };
  return (
    <Stack gap={12} maw={640} miw={0}>
      {channels.length > 1 ? (
        <SegmentedControl
          fullWidth
          aria-label={t("预览渠道")}
          data={channels.map((one) => ({ value: one, label: t(notificationChannels[one]) }))}
          value={channel}
          onChange={(next) => setChosen(next as NotificationChannel)}
        />
      ) : (
        <b>{t(notificationChannels[channel])}</b>
      )}
      {looks[channel]()}
      {isNamed(notice) ? (
        <p className={`${basic.flat} ${basic.anywhere} ${basic.dim} ${basic.size13}`}>
          {t("姓名以您为例；没有姓名的接收人称为“{fallback}”。", { fallback: notice.name_fallback })}
        </p>
      ) : null}
      {isOutside ? (
        <p className={`${basic.flat} ${basic.anywhere} ${basic.dim} ${basic.size13}`}>
          {t("每位接收人的链接地址不同，用于统计点击，打开后转到 {link}", { link: notice.link_url ?? "" })}
        </p>
      ) : null}
      {channel === "wecom" || channel === "push" ? (
        <p className={`${basic.flat} ${basic.anywhere} ${basic.dim} ${basic.size13}`}>
          {t("点击后打开通知全文；过长的文字到此为止。")}
        </p>
      ) : null}
    </Stack>
  );
}

/** As long as each reader's own. */
const sampleLink = () => `${location.origin}/n/${"x".repeat(22)}`;

const TextMessage = ({ text, letters, parts }: ChannelText) => (
  <>
    <p className={`${classes.bubble} ${basic.surface}`}>{text}</p>
    <p className={`${basic.flat} ${basic.anywhere} ${basic.dim} ${basic.size13}`} role="status">
      {t("{letters}字，按{parts}条计费；{one}字以内1条，超过时每{part}字1条。", {
        letters,
        parts,
        one: smsLetters,
        part: smsPart,
      })}
    </p>
  </>
);
