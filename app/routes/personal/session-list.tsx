import { Button } from "@mantine/core";
import { useState } from "react";
import { formatInstant } from "~/app/blocks/detail/format";
import { Tag } from "~/app/blocks/detail/tag";
import { Confirm } from "~/app/blocks/feedback/confirm";
import { useAct } from "~/app/blocks/form/use-act";
import { deviceOf } from "~/app/features/device/device-name";
import { t } from "~/app/i18n/t";
import { type Session, signInMethods } from "~/contract/personal/user";
import classes from "./personal.module.css";
import type { PersonalAction } from "./personal-writes";

/** Where one is signed in at present; any other device can be signed out from here. */
export function SessionList({ sessions }: { sessions: readonly Session[] }) {
  const [asked, setAsked] = useState<Session | "others">();
  const others = sessions.filter(({ is_current }) => !is_current);
  return (
    <>
      <div className={classes.line}>
        <h3>{t("登录中的设备（{count}）", { count: sessions.length })}</h3>
        {others.length ? (
          <Button variant="default" onClick={() => setAsked("others")}>
            {t("退出其他设备")}
          </Button>
        ) : null}
      </div>
      <ul className={classes.list}>
        {sessions.map((session) => (
          <li key={session.id} className={classes.row}>
            <div className={classes.words}>
              <strong>
                {deviceOf(session.ua)} {session.is_current ? <Tag color="brand">{t("本机")}</Tag> : null}
              </strong>
              <span>
                {t("{time} {method}登录", { time: formatInstant(session.created_at), method: methodOf(session) })}
                {session.ip ? ` · ${session.ip}` : null}
              </span>
            </div>
            {session.is_current ? null : (
              <Button
                variant="default"
                aria-label={t("退出{device}", { device: deviceOf(session.ua) })}
                onClick={() => setAsked(session)}
              >
                {t("退出")}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked ? <SignOutElsewhere asked={asked} count={others.length} onClose={() => setAsked(undefined)} /> : null}
    </>
  );
}

interface SignOutElsewhereProps {
  asked: Session | "others";
  count: number;
  onClose: () => void;
}

function SignOutElsewhere({ asked, count, onClose }: SignOutElsewhereProps) {
  const { run, pending } = useAct<PersonalAction>();
  const then = { success: t("已退出"), onSuccess: onClose, onError: onClose };
  const isAll = asked === "others";
  return (
    <Confirm
      title={isAll ? t("退出其他设备") : t("退出设备")}
      text={
        isAll
          ? t("其他 {count} 台设备将立即退出登录，未保存的内容会丢失。", { count })
          : t("{device}（{time} 登录）将立即退出登录，未保存的内容会丢失。", {
              device: deviceOf(asked.ua),
              time: formatInstant(asked.created_at),
            })
      }
      confirmLabel={t("退出")}
      pending={pending}
      onConfirm={() =>
        isAll ? run("endOtherSessions", {}, then) : run("endSession", { params: { session: asked.id } }, then)
      }
      onClose={onClose}
    />
  );
}

const methodOf = ({ method }: Session) => t(signInMethods[method as keyof typeof signInMethods] ?? method);
