import "@mantine/core/styles/Alert.css";
import { Alert, Button, Group, TextInput } from "@mantine/core";
import { IconInfoCircle, IconSearch } from "@tabler/icons-react";
import { type ReactNode, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import basic from "~/app/basic.module.css";
import { joined } from "~/app/blocks/detail/format";
import { Empty } from "~/app/blocks/feedback/states";
import { useAct } from "~/app/blocks/feedback/use-act";
import { LeaveGuard } from "~/app/blocks/form/leave-guard";
import { shortcutProps, useShortcuts } from "~/app/blocks/shortcuts/shortcuts";
import { t } from "~/app/i18n/t";
import {
  type SettingGroup,
  type SettingRow,
  setting,
  settingGroups,
  settingSections,
  wantedSettings,
} from "~/contract/system/setting";
import { SettingField } from "./setting-field";
import classes from "./setting-form.module.css";
import { SettingSave } from "./setting-save";
import { useEngineTest } from "./use-engine-test";
import { useMailTest } from "./use-mail-test";
import { entriesOf, useTypedSettings } from "./use-typed-settings";
import { useWecomTest } from "./use-wecom-test";

/** The settings of one tab, or those of any that are searched: what was typed is kept until it is saved, and shown once more before. */
export function SettingForm({ group, rows }: { group: SettingGroup; rows: readonly SettingRow[] }) {
  const { run, pending } = useAct();
  const { typed, errors, change, drop, check, refuse, clear } = useTypedSettings(rows);
  const [isConfirming, setIsConfirming] = useState(false);
  const root = useRef<HTMLFormElement>(null);
  const [keyword, setKeyword] = useState("");
  const sections = useMemo(() => sectionsOf(rows, group, keyword.trim()), [rows, group, keyword]);
  const count = entriesOf(typed).length;
  const saveButton = useRef<HTMLButtonElement>(null);
  useShortcuts("form", () => [count > 0 && { key: "mod+S", label: t("保存"), run: () => saveButton.current?.click() }]);
  const mailTest = useMailTest();
  const engineTest = useEngineTest();
  const wecomTest = useWecomTest();
  const dirty = useRef(false);
  dirty.current = count > 0;

  const show = (keys: readonly string[]) => {
    const first = rows.find(({ key }) => keys.includes(key));
    if (!first) return;
    const control = () => root.current?.querySelector<HTMLElement>(`[data-field="${first.key}"] :is(input, button)`);
    // Typed in what a search had found.
    if (!control()) flushSync(() => setKeyword(first.label));
    control()?.closest("details")?.setAttribute("open", "");
    control()?.focus();
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
    <>
      <form
        ref={root}
        noValidate
        className={basic.column}
        style={{ gap: 24 }}
        onSubmit={(event) => {
          event.preventDefault();
          if (count) review();
        }}
      >
        <LeaveGuard isDirty={dirty} />
        <TextInput
          maw={360}
          aria-label={t("搜索设置")}
          placeholder={t("搜索全部设置")}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={keyword}
          onChange={({ currentTarget }) => setKeyword(currentTarget.value)}
          onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
        />
        {keyword.trim() && sections.length === 0 ? <Empty title={t("没有符合的设置")} /> : null}
        {rows.map(({ key, value, group: of }) =>
          of === group && value === "" && wantedSettings[key] ? (
            <Alert key={key} color="orange" icon={<IconInfoCircle aria-hidden />} p="sm" role="status">
              {t(wantedSettings[key])}
            </Alert>
          ) : null,
        )}
        {sections.map(([title, fields], index) => (
          <SettingSection
            key={title}
            title={title}
            isOpen={index === 0 || keyword.trim() !== "" || fields.some(({ key }) => key in typed || errors[key])}
          >
            <div className={classes.list}>
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
            {fields.some(({ key }) => key.startsWith("mail.")) ? mailTest.button : null}
            {fields.some(({ key }) => key.startsWith("engine.")) ? engineTest.button : null}
            {fields.some(({ key }) => key.startsWith("wecom.")) ? wecomTest.button : null}
          </SettingSection>
        ))}
        <Group
          justify="flex-end"
          wrap="nowrap"
          gap={8}
          className={`${classes.foot} ${basic.foot} ${basic.overlined}`}
          data-idle={count === 0 || undefined}
        >
          <span aria-live="polite">{count ? t("{count} 项未保存", { count }) : null}</span>
          <Button variant="default" disabled={!count} onClick={clear}>
            {t("放弃修改")}
          </Button>
          <Button ref={saveButton} {...shortcutProps(t("保存"), "mod+S")} type="submit" disabled={!count}>
            {t("保存")}
          </Button>
        </Group>
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
      {mailTest.dialog}
      {engineTest.dialog}
    </>
  );
}

function SettingSection({ title, isOpen, children }: { title: string; isOpen: boolean; children: ReactNode }) {
  const [isUnfolded, setUnfolded] = useState(isOpen);
  return (
    <details
      className={classes.section}
      open={isOpen || isUnfolded}
      onToggle={({ currentTarget }) => setUnfolded(currentTarget.open)}
    >
      <summary>{title}</summary>
      {children}
    </details>
  );
}

function sectionsOf(rows: readonly SettingRow[], group: SettingGroup, keyword: string) {
  const shown = keyword ? rows.filter((row) => names(row, keyword)) : rows.filter((row) => row.group === group);
  const sections = new Map<string, SettingRow[]>();
  for (const row of shown) {
    const title = t(settingSections[row.key.split(".")[0] ?? ""] ?? "");
    const whole = keyword ? joined(t(settingGroups[row.group]), title) : title;
    sections.set(whole, [...(sections.get(whole) ?? []), row]);
  }
  return [...sections];
}

const names = ({ key, label, help }: SettingRow, keyword: string) =>
  [t(label), help && t(help), key].some((text) => text?.toLowerCase().includes(keyword.toLowerCase()));
