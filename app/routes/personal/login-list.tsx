import { Group, Text } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import { Tag } from "~/app/blocks/detail/tag";
import { deviceOf } from "~/app/features/device/device-name";
import { t } from "~/app/i18n/t";
import { type Login, signInFailures, signInMethods } from "~/contract/personal/user";
import classes from "./personal.module.css";

const methods: Readonly<Record<string, string>> = signInMethods;
const failures: Readonly<Record<string, string>> = signInFailures;

/** The last tries to sign in under one's name, the failed ones among them. */
export function LoginList({ logins }: { logins: readonly Login[] }) {
  return (
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
            <span>{t(methods[method] ?? method)}</span>
            <span>{deviceOf(ua)}</span>
            <span>{ip}</span>
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
}
