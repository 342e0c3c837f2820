import { ActionIcon, Button, Group, Menu, Text, UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconCopy, IconPlus, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useRef, useState } from "react";
import basic from "~/app/basic.module.css";
import { Tag } from "~/app/blocks/detail/tag";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import type { FormHandle } from "~/app/blocks/form/form-entry";
import { Sortable } from "~/app/features/sorting/sortable";
import { t } from "~/app/i18n/t";
import {
  beginModule,
  beginningOf,
  Module,
  type ModuleType,
  missingIn,
  moduleTypes,
  mostModules,
} from "~/contract/special/modules";
import type { SpecialTemplate } from "~/contract/special/special";
import classes from "./builder.module.css";
import { ModuleEditor } from "./module-editor";
import type { KnownPicture } from "./module-sections";

interface BuilderProps {
  values: FormValues;
  form: FormHandle;
  pictures: readonly KnownPicture[];
}

export function Builder({ values, form, pictures }: BuilderProps) {
  const modules = (values.modules as Module[] | undefined) ?? []; // the form's own field
  const keyOf = useKeys();
  const [opened, setOpened] = useState<number>();
  const [removed, setRemoved] = useState<{ module: Module; at: number }>();
  const write = (next: readonly Module[]) => form.fill({ modules: next });
  const isFull = modules.length >= mostModules;

  function add(module: Module, at = modules.length) {
    setRemoved(undefined);
    write([...modules.slice(0, at), module, ...modules.slice(at)]);
    setOpened(keyOf(module));
  }
  function remove(module: Module) {
    const at = modules.indexOf(module);
    setRemoved({ module, at });
    write(modules.filter((one) => one !== module));
  }
  function change(module: Module, props: FormValues) {
    const next = { ...module, props } as Module; // its form is the one of its type
    keyOf(next, keyOf(module));
    write(modules.map((one) => (one === module ? next : one)));
  }
  return (
    <div className={`${basic.column} ${basic.top} ${basic.gap12}`}>
      {modules.length === 0 ? (
        <div
          className={`${basic.row} ${basic.gap12} ${basic.rounded} ${basic.full}`}
          style={{ flexDirection: "column", padding: 24, border: "1px dashed var(--app-line)" }}
        >
          <Text size="sm">{t("页面由模块搭成，从模板开始，或一个个添加。")}</Text>
          <Button variant="default" onClick={() => write(beginningOf(values.template as SpecialTemplate))}>
            {t("按模板添加模块")}
          </Button>
        </div>
      ) : (
        <Sortable
          items={modules}
          idOf={(module) => keyOf(module)}
          nameOf={nameOf}
          label={t("模块")}
          className={classes.list}
          entryClassName={classes.entry}
          onSort={(keys) => write(keys.flatMap((key) => modules.find((one) => keyOf(one) === key) ?? []))}
          render={(module, { handle }) => {
            const isOpen = opened === keyOf(module);
            return (
              <>
                <Head
                  {...{ module, handle, isOpen, isFull }}
                  onToggle={() => setOpened(isOpen ? undefined : keyOf(module))}
                  onCopy={() => add(structuredClone(module), modules.indexOf(module) + 1)}
                  onRemove={() => remove(module)}
                />
                {isOpen ? <ModuleEditor {...{ module, pictures }} onChange={(props) => change(module, props)} /> : null}
              </>
            );
          }}
        />
      )}
      {removed ? (
        <Group gap="xs" role="status">
          <Text size="sm">{t("已删除{name}", { name: nameOf(removed.module) })}</Text>
          <Button size="compact-sm" variant="default" onClick={() => add(removed.module, removed.at)}>
            {t("撤销删除")}
          </Button>
        </Group>
      ) : null}
      <AddMenu isFull={isFull} onAdd={(type) => add(beginModule(type))} />
      <Text size="xs" c="dimmed">
        {t("{count} / {most} 个模块；拖动或用移动按钮调整顺序", { count: modules.length, most: mostModules })}
      </Text>
    </div>
  );
}

interface HeadProps {
  module: Module;
  handle: ReactNode;
  isOpen: boolean;
  isFull: boolean;
  onToggle: () => void;
  onCopy: () => void;
  onRemove: () => void;
}

function Head({ module, handle, isOpen, isFull, onToggle, onCopy, onRemove }: HeadProps) {
  const name = nameOf(module);
  return (
    <Group wrap="nowrap" gap={4} px={6} mih={44}>
      {handle}
      <UnstyledButton
        mih={44}
        miw={0}
        className={`${classes.name} ${basic.row} ${basic.gap10} ${basic.grow}`}
        aria-expanded={isOpen}
        aria-label={t("编辑模块{name}", { name })}
        onClick={onToggle}
      >
        <strong className={`${basic.fixed} ${basic.bold}`}>{t(moduleTypes[module.type])}</strong>
        <span>{titleOf(module)}</span>
        {isWhole(module) ? null : <Tag color="orange">{t("待完善")}</Tag>}
        <IconChevronDown size={16} style={{ transform: isOpen ? "rotate(180deg)" : undefined }} aria-hidden />
      </UnstyledButton>
      <ActionIcon
        variant="subtle"
        color="gray"
        disabled={isFull}
        aria-label={t("复制模块{name}", { name })}
        onClick={onCopy}
      >
        <IconCopy size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="subtle" color="red" aria-label={t("删除模块{name}", { name })} onClick={onRemove}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

function AddMenu({ isFull, onAdd }: { isFull: boolean; onAdd: (type: ModuleType) => void }) {
  const types = Object.keys(moduleTypes) as ModuleType[];
  return (
    <Menu shadow="md" position="bottom-start">
      <Menu.Target>
        <Button variant="light" leftSection={<IconPlus size={16} aria-hidden />} disabled={isFull}>
          {t("添加模块")}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {types.map((type) => (
          <Menu.Item key={type} onClick={() => onAdd(type)}>
            {t(moduleTypes[type])}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

const titleOf = (module: Module): string => (module.type === "picture" ? module.props.alt : module.props.title) ?? "";

const nameOf = (module: Module): string => {
  const title = titleOf(module);
  return `${t(moduleTypes[module.type])}${title ? `“${title}”` : ""}`;
};

/** Whether it may be published so. */
function isWhole(module: Module): boolean {
  const read = Module.safeParse(module);
  return read.success && !missingIn(read.data);
}

function useKeys() {
  const keys = useRef(new WeakMap<Module, number>());
  const last = useRef(0);
  return (module: Module, given?: number): number => {
    const known = given ?? keys.current.get(module) ?? ++last.current;
    keys.current.set(module, known);
    return known;
  };
}
