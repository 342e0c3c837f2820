import "@mantine/core/styles/Alert.css";
import { Alert, Button, CloseButton, Stack } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { Dialog, DialogFoot } from "~/app/blocks/feedback/dialog";
import { t } from "~/app/i18n/t";
import { metaOf } from "~/contract/field";
import { definitionOf, isSecretKey, type SettingKey } from "~/contract/system/setting";
import { settingText } from "~/contract/system/setting-text";
import classes from "./setting-form.module.css";
import { entriesOf, type TypedSettings } from "./use-typed-settings";

const losses: Partial<Record<SettingKey, string>> = {
  "sso.host": "更换单点登录地址后，全体员工的单点登录绑定将被解除，须重新绑定。",
  "wecom.corp_id": "更换企业微信企业ID后，全体员工的企业微信绑定将被解除，须重新绑定。",
};

interface SettingSaveProps {
  typed: TypedSettings;
  pending: boolean;
  onDrop: (key: SettingKey) => void;
  onSave: () => void;
  onClose: () => void;
}

export function SettingSave({ typed, pending, onDrop, onSave, onClose }: SettingSaveProps) {
  const changes = entriesOf(typed);
  const hasStale = changes.some(([, { isStale }]) => isStale);
  const warnings = changes.flatMap(([key, { before }]) => (losses[key] && before !== "" ? [losses[key]] : []));
  return (
    <Dialog onClose={onClose} title={t("确认修改")} size="lg">
      <Stack>
        {hasStale ? (
          <Alert color="orange" variant="outline" title={t("数据已被他人修改")}>
            {t("标出的设置在您填写期间已被他人修改。保存将改为您填写的值；要保留他人的值，请移除该项。")}
          </Alert>
        ) : null}
        {warnings.map((text) => (
          <Alert key={text} color="red" variant="outline">
            {t(text)}
          </Alert>
        ))}
        <ul className={`${classes.changes} ${basic.list}`} aria-label={t("修改的设置")}>
          {changes.map(([key, { value, before, isStale }]) => (
            <li key={key} data-stale={isStale || undefined}>
              <strong className={basic.medium}>{labelOf(key)}</strong>
              <span>
                <small className={`${basic.block} ${basic.dim} ${basic.size12}`}>
                  {isStale ? t("他人修改为") : t("原值")}
                </small>
                {textOf(key, before)}
              </span>
              <span>
                <small className={`${basic.block} ${basic.dim} ${basic.size12}`}>{t("新值")}</small>
                {isSecretKey(key) && value !== null ? t("新的密钥") : textOf(key, value)}
              </span>
              <CloseButton
                size="sm"
                aria-label={t("不修改{label}", { label: labelOf(key) })}
                onClick={() => onDrop(key)}
              />
            </li>
          ))}
        </ul>
        <DialogFoot onClose={onClose}>
          <Button onClick={onSave} loading={pending} color={warnings.length ? "red.9" : undefined} data-autofocus>
            {t("确认保存")}
          </Button>
        </DialogFoot>
      </Stack>
    </Dialog>
  );
}

const labelOf = (key: SettingKey) => t(metaOf(definitionOf(key).schema).label ?? key);
const textOf = (key: SettingKey, value: unknown) => settingText(key, value, t) ?? t("（空）");
