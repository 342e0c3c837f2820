import "@mantine/core/styles/Alert.css";
import { Alert, Button } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import { useMemo, useRef, useState } from "react";
import { LeaveGuard } from "~/app/blocks/form/leave-guard";
import { useAct } from "~/app/blocks/form/use-act";
import { shortcutProps, useShortcuts } from "~/app/blocks/shortcuts/shortcuts";
import { t } from "~/app/i18n/t";
import { type SettingRow, setting, settingSections, wantedSettings } from "~/contract/system/setting";
import { SettingField } from "./setting-field";
import classes from "./setting-form.module.css";
import { SettingSave } from "./setting-save";
import { entriesOf, useTypedSettings } from "./use-typed-settings";

/** The settings of one tab: what was typed is kept until it is saved, and shown once more before. */
export function SettingForm({ rows }: { rows: readonly SettingRow[] }) {
  const { run, pending } = useAct();
  const { typed, errors, change, drop, check, refuse, clear } = useTypedSettings(rows);
  const [isConfirming, setIsConfirming] = useState(false);
  const root = useRef<HTMLFormElement>(null);
  const sections = useMemo(() => sectionsOf(rows), [rows]);
  const count = entriesOf(typed).length;
  const saveButton = useRef<HTMLButtonElement>(null);
  useShortcuts("form", () => [count > 0 && { key: "mod+S", label: t("保存"), run: () => saveButton.current?.click() }]);
  const dirty = useRef(false);
  dirty.current = count > 0;

  const show = (keys: readonly string[]) => {
    const first = rows.find(({ key }) => keys.includes(key))?.key;
    if (first) root.current?.querySelector<HTMLElement>(`[data-field="${first}"] :is(input, button)`)?.focus();
  };
  const review = () => {
    const wrong = check();
    if (wrong.length) show(wrong);
    else setIsConfirming(true);
  };
  const save = () => {
    const items = entriesOf(typed).map(([key, { value, before }]) => ({ key, value, before }));
    run(
      setting.update,
      { body: { items } },
      {
        success: t("已保存 {count} 项设置", { count: items.length }),
        onSuccess: () => {
          setIsConfirming(false);
          clear();
        },
        onError: (error) => {
          const wrong = refuse(error);
          if (wrong.length) setIsConfirming(false);
          show(wrong);
        },
      },
    );
  };

  return (
    <form
      ref={root}
      noValidate
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        if (count) review();
      }}
    >
      <LeaveGuard isDirty={dirty} />
      {rows.map(({ key, value }) =>
        value === "" && wantedSettings[key] ? (
          <Alert key={key} color="orange" icon={<IconInfoCircle aria-hidden />} p="sm" role="status">
            {t(wantedSettings[key])}
          </Alert>
        ) : null,
      )}
      {sections.map(([title, fields]) => (
        <fieldset key={title} className={classes.section}>
          <legend>{t(title)}</legend>
          <div className={classes.grid}>
            {fields.map((row) => (
              <SettingField
                key={row.key}
                row={row}
                typed={typed[row.key]?.value}
                error={errors[row.key]}
                onChange={change}
              />
            ))}
          </div>
        </fieldset>
      ))}
      <div className={classes.foot}>
        <span aria-live="polite">{count ? t("{count} 项未保存", { count }) : null}</span>
        <Button variant="default" disabled={!count} onClick={clear}>
          {t("放弃修改")}
        </Button>
        <Button ref={saveButton} {...shortcutProps(t("保存"), "mod+S")} type="submit" disabled={!count}>
          {t("保存")}
        </Button>
      </div>
      {isConfirming && count ? (
        <SettingSave
          typed={typed}
          pending={pending}
          onDrop={drop}
          onSave={save}
          onClose={() => setIsConfirming(false)}
        />
      ) : null}
    </form>
  );
}

/** Settings under the titles of what they are about, in the order of the contract. */
function sectionsOf(rows: readonly SettingRow[]): [title: string, rows: SettingRow[]][] {
  const sections = new Map<string, SettingRow[]>();
  for (const row of rows) {
    const title = settingSections[row.key.split(".")[0] ?? ""] ?? "";
    sections.set(title, [...(sections.get(title) ?? []), row]);
  }
  return [...sections];
}
