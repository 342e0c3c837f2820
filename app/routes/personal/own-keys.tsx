import { Button, Group, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { formatInstant } from "~/app/blocks/detail/format";
import { Panel } from "~/app/blocks/detail/panel";
import { Tag } from "~/app/blocks/detail/tag";
import { Empty } from "~/app/blocks/feedback/states";
import { useActs } from "~/app/blocks/form/act/use-acts";
import { lazyPart } from "~/app/blocks/lazy-part";
import { KeyStateTag } from "~/app/features/keys/key-state";
import { t } from "~/app/i18n/t";
import { key } from "~/contract/personal/key";
import { type KeyRow, keyLimit } from "~/contract/system/key";
import classes from "./personal.module.css";

const KeyDialog = lazyPart(() => import("./key-dialog"), "KeyDialog");
const OwnCalls = lazyPart(() => import("./own-calls"), "OwnCalls");

export function OwnKeys({ rows }: { rows: readonly KeyRow[] }) {
  const { open, confirm, dialog } = useActs();
  const living = rows.filter(({ state }) => state === "living");
  const add = (
    <Button
      leftSection={<IconPlus size={16} aria-hidden />}
      disabled={living.length >= keyLimit}
      onClick={() => open((onClose) => <KeyDialog onClose={onClose} />)}
    >
      {t("新增密钥")}
    </Button>
  );
  return (
    <Panel title={t("密钥")} tools={add}>
      <Text c="dimmed" fz={13} mb={12}>
        {t("程序用密钥以您的身份调用接口，只能做您选择的、且您当时有权做的事；最多{n}个。不用的请及时撤销。", {
          n: keyLimit,
        })}
      </Text>
      {rows.length ? null : <Empty title={t("还没有密钥")} />}
      <ul className={`${classes.list} ${basic.list}`}>
        {rows.map((row) => (
          <li key={row.id} className={classes.row}>
            <KeyLine row={row} />
            <Group gap={8} wrap="nowrap">
              <Button
                variant="default"
                aria-label={t("{name}的调用", { name: row.name })}
                onClick={() => open((onClose) => <OwnCalls row={row} onClose={onClose} />)}
              >
                {t("调用")}
              </Button>
              {row.state === "living" ? (
                <Button
                  variant="default"
                  aria-label={t("撤销{name}", { name: row.name })}
                  onClick={() => confirm(key.remove, { params: { id: row.id } }, revoking(row))}
                >
                  {t("撤销")}
                </Button>
              ) : null}
            </Group>
          </li>
        ))}
      </ul>
      {dialog}
    </Panel>
  );
}

const KeyLine = ({ row }: { row: KeyRow }) => (
  <div className={`${classes.text} ${basic.column} ${basic.gap2} ${basic.shrinks} ${basic.anywhere}`}>
    <strong>
      {row.name} <KeyStateTag state={row.state} /> <Tag>{row.may_write ? t("可修改") : t("只读")}</Tag>
    </strong>
    <span className={`${basic.dim} ${basic.size13}`}>
      {t("xf_…{hint} · 权限{count}项 · {time} 到期", {
        hint: row.hint,
        count: row.permissions.length,
        time: formatInstant(row.expires_at),
      })}
      {" · "}
      {row.last_used_at ? t("{time} 用过", { time: formatInstant(row.last_used_at) }) : t("从未使用")}
    </span>
  </div>
);

const revoking = ({ name }: KeyRow) => ({
  title: t("撤销密钥"),
  text: t("使用“{name}”的程序将立即不能调用，撤销后不能恢复。", { name }),
  confirmLabel: t("撤销"),
  success: t("已撤销"),
  closesOnError: true,
});
