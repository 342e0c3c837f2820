import { Button, Group } from "@mantine/core";
import { useRef, useState } from "react";
import { toast } from "~/app/api/toast";
import basic from "~/app/basic.module.css";
import { Confirm } from "~/app/blocks/feedback/confirm";
import { Note } from "~/app/blocks/feedback/note";
import { Empty } from "~/app/blocks/feedback/states";
import { useAct } from "~/app/blocks/feedback/use-act";
import { SelectOne } from "~/app/blocks/form/field/selects";
import { LeaveGuard } from "~/app/blocks/form/leave-guard";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { useSetAddress } from "~/app/blocks/use-set-address";
import { t } from "~/app/i18n/t";
import { shanghaiDay } from "~/contract/day";
import { type TargetMonth, target } from "~/contract/system/target";
import { TargetCards, TargetGrid } from "./target-grid";
import classes from "./target-tab.module.css";
import { useTypedTargets } from "./use-typed-targets";

export function TargetTab({ targets }: { targets: TargetMonth }) {
  const { month, list } = targets;
  const { run, pending } = useAct();
  const setAddress = useSetAddress();
  const typed = useTypedTargets(list);
  const [isCopying, setIsCopying] = useState(false);
  const isPhone = useIsPhone();
  const root = useRef<HTMLFormElement>(null);
  const dirty = useRef(false);
  dirty.current = typed.items.length > 0;
  const before = monthBefore(month);
  const Rows = isPhone ? TargetCards : TargetGrid;

  const save = () => {
    if (typed.wrong) root.current?.querySelector<HTMLElement>(`[data-cell="${typed.wrong}"]`)?.focus();
    else
      run(
        target.update,
        { body: { month, items: typed.items } },
        {
          onSuccess: ({ changed, removed }) => {
            typed.keep();
            toast.success(t("{month} 已保存：设置 {changed} 项，清除 {removed} 项", { month, changed, removed }));
          },
        },
      );
  };
  const copy = () =>
    run(
      target.copy,
      { body: { from: before, to: month } },
      {
        onSuccess: ({ copied, kept }) => {
          setIsCopying(false);
          toast.success(
            copied + kept === 0
              ? t("{month} 没有可复制的目标", { month: before })
              : t("已复制 {copied} 项；{kept} 项已有目标，未覆盖", { copied, kept }),
          );
        },
      },
    );

  return (
    <form
      ref={root}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <LeaveGuard isDirty={dirty} />
      <Group justify="space-between" mb="md">
        <SelectOne
          aria-label={t("月份")}
          data={monthsAround(month)}
          value={month}
          allowDeselect={false}
          w={140}
          onChange={(next) => next && setAddress({ month: next }, { preventScrollReset: false })}
        />
        <Button variant="default" onClick={() => setIsCopying(true)} disabled={pending}>
          {t("复制上月")}
        </Button>
      </Group>
      {list.length ? <Rows rows={list} typed={typed} /> : <Empty title={t("没有可设置目标的团队或员工")} />}
      {list.length ? (
        <div className={`${classes.foot} ${basic.foot} ${basic.row} ${basic.between} ${basic.gap12}`}>
          <Note aria-live="polite">
            {typed.items.length ? t("{count} 项未保存", { count: typed.items.length }) : t("留空为不设目标")}
          </Note>
          <Group gap="sm">
            {typed.items.length ? (
              <Button variant="default" onClick={typed.clear} disabled={pending}>
                {t("放弃修改")}
              </Button>
            ) : null}
            <Button type="submit" loading={pending} disabled={typed.items.length === 0}>
              {t("保存")}
            </Button>
          </Group>
        </div>
      ) : null}
      {isCopying ? (
        <Confirm
          title={t("复制上月目标")}
          text={t("将 {before} 的目标复制到 {month}；已有目标的不覆盖，已离职的员工不复制。", { before, month })}
          confirmLabel={t("复制")}
          isDanger={false}
          pending={pending}
          onConfirm={copy}
          onClose={() => setIsCopying(false)}
        />
      ) : null}
    </form>
  );
}

function monthAfter(month: string, by: number): string {
  const [year = 0, number = 1] = month.split("-").map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}
const monthBefore = (month: string) => monthAfter(month, -1);

function monthsAround(shown: string): string[] {
  const now = shanghaiDay().slice(0, 7);
  const near = Array.from({ length: 16 }, (_, index) => monthAfter(now, 3 - index));
  return [...new Set([...near, shown])].sort().reverse();
}
