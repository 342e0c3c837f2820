import { Button } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import { IconPlus } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { Empty } from "~/app/blocks/feedback/states";
import { SelectOne } from "~/app/blocks/form/selects";
import { useAct } from "~/app/blocks/form/use-act";
import { ListPager } from "~/app/blocks/list/list-pager";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { dictionaryScenes } from "~/contract/shared/option";
import type { OptionRow } from "~/contract/system/option-entry";
import type { askedOptions } from "./asked-options";
import { OptionEntry } from "./option-entry";
import classes from "./option-tab.module.css";
import { type OptionAction, type OptionAsked, renewOptions } from "./option-writes";

const OptionDialog = lazy(() => import("./option-dialog").then((module) => ({ default: module.OptionDialog })));

const scenes = Object.entries(dictionaryScenes).map(([value, label]) => ({ value, label: t(label) }));

/** The dictionary: its scenes, and the entries of the one that the address names. */
export function OptionTab({ scene, page }: Awaited<ReturnType<typeof askedOptions>>) {
  const isPhone = useIsPhone();
  const [, setSearch] = useSearchParams();
  const [asked, setAsked] = useState<OptionAsked>();
  const { run, pending } = useAct<OptionAction>();
  const open = (next: Record<string, string>) => setSearch({ tab: "option", ...next }, { preventScrollReset: true });
  const toggle = ({ id, label, color, sort, status }: OptionRow) => {
    const isOn = status === "enabled";
    const body = { label, color, sort, status: isOn ? ("disabled" as const) : ("enabled" as const) };
    const success = isOn ? t("已停用{name}", { name: label }) : t("已启用{name}", { name: label });
    run("updateOption", { params: { id }, body }, { success, onSuccess: () => renewOptions(scene) });
  };
  return (
    <div className={classes.tab}>
      {isPhone ? (
        <SelectOne
          label={t("分类")}
          data={scenes}
          value={scene}
          allowDeselect={false}
          onChange={(next) => next && open({ scene: next })}
        />
      ) : (
        <nav aria-label={t("字典分类")} className={classes.scenes}>
          {scenes.map(({ value, label }) => (
            <button
              key={value}
              type="button"
              aria-current={value === scene ? "true" : undefined}
              onClick={() => open({ scene: value })}
            >
              {label}
            </button>
          ))}
        </nav>
      )}
      <section aria-label={t(dictionaryScenes[scene])} className={classes.entries}>
        <div className={classes.head}>
          <h2>{t(dictionaryScenes[scene])}</h2>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAsked({ act: "add" })}>
            {t("新增")}
          </Button>
        </div>
        {page.list.length ? (
          <ul className={classes.list} aria-busy={pending}>
            {page.list.map((row) => (
              <OptionEntry key={row.id} row={row} isBusy={pending} onAsk={setAsked} onToggle={toggle} />
            ))}
          </ul>
        ) : (
          <Empty />
        )}
        {page.total > page.page_size ? (
          <ListPager page={page} onChange={(next) => "page" in next && open({ scene, page: String(next.page) })} />
        ) : null}
      </section>
      <Suspense>
        {asked ? <OptionDialog asked={asked} scene={scene} onClose={() => setAsked(undefined)} /> : null}
      </Suspense>
    </div>
  );
}
