import { Button, Group, Text } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import { Tag } from "~/app/blocks/detail/tag";
import { useConfirm } from "~/app/blocks/feedback/use-confirm";
import { deviceOf } from "~/app/features/device/device-name";
import { t } from "~/app/i18n/t";
import { type Session, signInMethods, user } from "~/contract/personal/user";
import classes from "./personal.module.css";

export function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const { confirm, dialog } = useConfirm();
  const others = sessions.filter(({ is_current }) => !is_current);
  return (
    <>
      <Group justify="space-between" wrap="nowrap" gap={12} mt={20} mih={30}>
        <Text component="h3" fz={14} fw={600}>
          {t("登录中的设备（{count}）", { count: sessions.length })}
        </Text>
        {others.length ? (
          <Button variant="default" onClick={() => confirm(user.endOtherSessions, {}, endingAll(others.length))}>
            {t("退出其他设备")}
          </Button>
        ) : null}
      </Group>
      <ul className={`${classes.list} ${basic.list}`}>
        {sessions.map((session) => (
          <li key={session.id} className={classes.row}>
            <div className={`${classes.text} ${basic.column} ${basic.gap2} ${basic.shrinks} ${basic.anywhere}`}>
              <strong>
                {deviceOf(session.ua)} {session.is_current ? <Tag color="brand">{t("本机")}</Tag> : null}
              </strong>
              <span className={`${basic.dim} ${basic.size13}`}>
                {t("{time} {method}登录", { time: formatInstant(session.created_at), method: methodOf(session) })}
                {session.ip ? ` · ${session.ip}` : null}
              </span>
            </div>
            {session.is_current ? null : (
              <Button
                variant="default"
                aria-label={t("退出{device}", { device: deviceOf(session.ua) })}
                onClick={() => confirm(user.endSession, { params: { session: session.id } }, endingOne(session))}
              >
                {t("退出")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {dialog}
    </>
  );
}

const endingAll = (count: number) => ({
  title: t("退出其他设备"),
  text: t("其他 {count} 台设备将立即退出登录，未保存的内容会丢失；您的密钥一并失效。", { count }),
  confirmLabel: t("退出"),
  success: t("已退出"),
  closesOnError: true,
});

const endingOne = ({ ua, created_at }: Session) => ({
  title: t("退出设备"),
  text: t("{device}（{time} 登录）将立即退出登录，未保存的内容会丢失。", {
    device: deviceOf(ua),
    time: formatInstant(created_at),
  }),
  confirmLabel: t("退出"),
  success: t("已退出"),
  closesOnError: true,
});

const methodOf = ({ method }: Session) => t(signInMethods[method as keyof typeof signInMethods] ?? method);
