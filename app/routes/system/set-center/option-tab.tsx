import { Box, Button, Group, Text } from "@mantine/core";
import { useSearchParams } from "@remix-run/react";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import basic from "~/app/basic.module.css";
import { Tag } from "~/app/blocks/detail/tag";
import { Empty } from "~/app/blocks/feedback/states";
import { useAct } from "~/app/blocks/feedback/use-act";
import { useConfirm } from "~/app/blocks/feedback/use-confirm";
import { SelectOne } from "~/app/blocks/form/field/selects";
import { lazyPart } from "~/app/blocks/lazy-part";
import { ListPager } from "~/app/blocks/list/list-pager";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import type { Page } from "~/contract/common";
import { dictionaryScenes } from "~/contract/shared/option";
import { type OptionRow, optionEntry, optionStatuses } from "~/contract/system/option-entry";
import classes from "./option-tab.module.css";
import { renewOptions } from "./renew-options";

interface OptionEntryProps {
  row: OptionRow;
  isBusy: boolean;
  onEdit: (row: OptionRow) => void;
  onToggle: (row: OptionRow) => void;
  onRemove: (row: OptionRow) => void;
}

function OptionEntry({ row, isBusy, onEdit, onToggle, onRemove }: OptionEntryProps) {
  const { label, value, color, sort, status, can } = row;
  const isOn = status === "enabled";
  const act = (text: string, run: () => void, isDanger = false) => (
    <Button
      variant="subtle"
      size="compact-sm"
      color={isDanger ? "red" : undefined}
      aria-label={t("{act}{name}", { act: text, name: label })}
      onClick={run}
    >
      {text}
    </Button>
  );
  return (
    <li className={`${classes.entry} ${basic.size14} ${basic.underlined}`}>
      <span className={basic.cut}>
        <Tag color={color ?? "gray"}>{label}</Tag>
      </span>
      <code className={`${basic.cut} ${basic.dim} ${basic.size13}`}>{value}</code>
      <span className={`${basic.dim} ${basic.size13}`}>{t("排序 {sort}", { sort })}</span>
      <span>
        <Tag color={isOn ? "green" : "gray"}>{t(optionStatuses[status])}</Tag>
      </span>
      <span className={`${classes.acts} ${basic.flex} ${basic.end}`}>
        {act(t("编辑"), () => onEdit(row))}
        {act(isOn ? t("停用") : t("启用"), () => isBusy || onToggle(row))}
        {can.delete ? act(t("删除"), () => onRemove(row), true) : null}
      </span>
    </li>
  );
}

const OptionDialog = lazyPart(() => import("./option-dialog"), "OptionDialog");

const scenes = Object.entries(dictionaryScenes).map(([value, label]) => ({ value, label: t(label) }));

/** The dictionary: its scenes, and the entries of the one that the address names. */
export function OptionTab({ scene, page }: { scene: keyof typeof dictionaryScenes; page: Page<OptionRow> }) {
  const isPhone = useIsPhone();
  const [, setSearch] = useSearchParams();
  const [edited, setEdited] = useState<OptionRow | "new">();
  const { run, pending } = useAct();
  const { confirm, dialog } = useConfirm();
  const onSuccess = () => renewOptions(scene);
  const open = (next: Record<string, string>) => setSearch({ tab: "option", ...next }, { preventScrollReset: true });
  const toggle = ({ id, label, color, sort, status }: OptionRow) => {
    const isOn = status === "enabled";
    const body = { label, color, sort, status: isOn ? ("disabled" as const) : ("enabled" as const) };
    const success = isOn ? t("已停用{name}", { name: label }) : t("已启用{name}", { name: label });
    run(optionEntry.update, { params: { id }, body }, { success, onSuccess });
  };
  const remove = ({ id, label: name }: OptionRow) =>
    confirm(
      optionEntry.remove,
      { params: { id } },
      {
        text: t("删除{scene}中的“{name}”？有记录使用的不能删除，可停用。", { scene: t(dictionaryScenes[scene]), name }),
        confirmLabel: t("删除"),
        success: t("已删除{name}", { name }),
        closesOnError: true,
        onSuccess,
      },
    );
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
              className={`${basic.plain} ${basic.hover}`}
              aria-current={value === scene ? "true" : undefined}
              onClick={() => open({ scene: value })}
            >
              {label}
            </button>
          ))}
        </nav>
      )}
      <section aria-label={t(dictionaryScenes[scene])} className={basic.shrinks}>
        <Group justify="space-between" wrap="nowrap" gap={12} mb={8}>
          <Text component="h2" fz={16} fw={600}>
            {t(dictionaryScenes[scene])}
          </Text>
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited("new")}>
            {t("新增")}
          </Button>
        </Group>
        {page.list.length ? (
          <Box component="ul" mb={12} className={basic.list} aria-busy={pending}>
            {page.list.map((row) => (
              <OptionEntry
                key={row.id}
                row={row}
                isBusy={pending}
                onEdit={setEdited}
                onToggle={toggle}
                onRemove={remove}
              />
            ))}
          </Box>
        ) : (
          <Empty />
        )}
        {page.total > page.page_size ? (
          <ListPager page={page} onChange={(next) => "page" in next && open({ scene, page: String(next.page) })} />
        ) : null}
      </section>
      {edited ? (
        <OptionDialog scene={scene} row={edited === "new" ? undefined : edited} onClose={() => setEdited(undefined)} />
      ) : null}
      {dialog}
    </div>
  );
}
