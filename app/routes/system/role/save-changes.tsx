import { Button, Group, Text } from "@mantine/core";
import { useRef, useState } from "react";
import type { WriteError } from "~/app/api/writes";
import basic from "~/app/basic.module.css";
import { Note } from "~/app/blocks/feedback/note";
import { LeaveGuard } from "~/app/blocks/form/leave-guard";
import { lazyPart } from "~/app/blocks/lazy-part";
import { shortcutProps, useShortcuts } from "~/app/blocks/shortcuts/shortcuts";
import { t } from "~/app/i18n/t";
import classes from "./save-changes.module.css";

const Dialog = lazyPart(() => import("~/app/blocks/feedback/dialog"), "Dialog");

export interface ChangeGroup {
  title: string;
  items: readonly string[];
}

interface SaveChangesProps {
  groups: readonly ChangeGroup[];
  pending: boolean;
  error: WriteError | undefined;
  onSave: (then: () => void) => void;
  onDrop: () => void;
}

export function SaveChanges({ groups, pending, error, onSave, onDrop }: SaveChangesProps) {
  const [isConfirming, setIsConfirming] = useState(false);
  const close = () => setIsConfirming(false);
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  const isDirty = useRef(false);
  isDirty.current = count > 0;
  const save = useRef<HTMLButtonElement>(null);
  useShortcuts("form", () => [count > 0 && { key: "mod+S", label: t("保存"), run: () => save.current?.click() }]);
  return (
    <div className={`${basic.foot} ${basic.overlined}`} style={{ zIndex: 2, marginTop: 12, padding: "12px 0" }}>
      <LeaveGuard isDirty={isDirty} />
      {error?.fields.map(({ field, message }) => (
        <Text key={field} c="red.9" size="sm" role="alert">
          {message}
        </Text>
      ))}
      <Group justify="flex-end">
        <Note aria-live="polite">{count ? t("已修改 {count} 项，尚未保存", { count }) : t("没有未保存的修改")}</Note>
        <Button variant="default" disabled={count === 0} onClick={onDrop}>
          {t("撤销修改")}
        </Button>
        <Button
          ref={save}
          {...shortcutProps(t("保存"), "mod+S")}
          disabled={count === 0}
          loading={pending}
          onClick={() => setIsConfirming(true)}
        >
          {t("保存")}
        </Button>
      </Group>
      {isConfirming && count ? (
        <Dialog onClose={close} title={t("确认修改")}>
          {groups
            .filter(({ items }) => items.length)
            .map(({ title, items }) => (
              <section key={title} className={classes.changes}>
                <Text component="h3" fz={14} fw={600} m="12px 0 4px">
                  {title} ({items.length})
                </Text>
                <ul>
                  {items.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              </section>
            ))}
          <Group justify="flex-end" mt="lg">
            <Button variant="default" onClick={close}>
              {t("取消")}
            </Button>
            <Button loading={pending} onClick={() => onSave(close)} data-autofocus>
              {t("确认保存")}
            </Button>
          </Group>
        </Dialog>
      ) : null}
    </div>
  );
}
