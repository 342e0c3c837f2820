import { Box, Button, Flex, Loader, Text, TextInput } from "@mantine/core";
import { useNavigate } from "@remix-run/react";
import { IconSearch } from "@tabler/icons-react";
import clsx from "clsx";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import basic from "~/app/basic.module.css";
import { BlockedHint } from "~/app/blocks/feedback/blocked-hint";
import { Note } from "~/app/blocks/feedback/note";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import { useMenus, useProfile } from "~/app/session/viewer-context";
import classes from "./search.module.css";
import {
  actsFor,
  choicesOf,
  type Found,
  type FoundGroup,
  groupsOf,
  hintOf,
  kindsFor,
  pagesFor,
  type RecordAct,
} from "./search-groups";
import { useRecent } from "./use-recent";
import { useSearch } from "./use-search";

function focusEnd(field: HTMLInputElement | null) {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}

export function SearchPanel({ begin, onClose }: { begin: string; onClose: () => void }) {
  const profile = useProfile();
  const menus = useMenus();
  const navigate = useNavigate();
  const listId = useId();
  const [text, setText] = useState(begin);
  const [keyword, setKeyword] = useState(begin.trim());
  const [chosen, setChosen] = useState<string>();
  const [act, setAct] = useState<RecordAct>();
  const { recent, note } = useRecent();
  const isEntered = useRef(false);

  const kinds = kindsFor(profile);
  const { hits, problem, isWaiting, retry } = useSearch(kinds.length ? keyword : "");
  const groups = act
    ? hits && keyword
      ? choicesOf(act, hits, profile)
      : []
    : [
        ...(hits && keyword ? groupsOf(hits, keyword, profile) : []),
        ...actsFor(keyword, recent, profile),
        ...(keyword ? pagesFor(keyword, menus, profile) : []),
      ];
  const entries = groups.flatMap(({ items }) => items);
  const present = Math.max(
    0,
    entries.findIndex(({ key }) => key === chosen),
  );

  const start = ({ key, asks }: Found): boolean => {
    if (key.startsWith("act:")) note(key);
    if (!asks) onClose();
    else ask(asks);
    return !asks;
  };
  const ask = (next: RecordAct | undefined) => {
    setAct(next);
    type("", false);
  };
  const open = (entry: Found | undefined) => {
    if (entry && start(entry)) navigate(entry.to);
  };
  const type = (next: string, isComposing: boolean) => {
    setText(next);
    // Letters in an input method are no keyword yet.
    if (isComposing) return;
    isEntered.current = false;
    setChosen(undefined);
    setKeyword(next.trim().slice(0, 50));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step && entries.length) setChosen(entries[(present + step + entries.length) % entries.length]?.key);
    else if (event.key === "Enter" && (chosen || !isWaiting)) open(entries[present]);
    else if (event.key === "Enter") isEntered.current = true;
    else if (event.key === "Backspace" && act && text === "") ask(undefined);
    else return;
    event.preventDefault();
  };

  // Enter before the answer opens the first result of the answer.
  useEffect(() => {
    if (isWaiting || !isEntered.current) return;
    isEntered.current = false;
    open(entries[0]);
  });

  const optionId = (index: number) => `${listId}-${index}`;
  const isEmpty = keyword !== "" && !isWaiting && !problem && entries.length === 0;
  return (
    <>
      {act ? (
        <Flex align="center" justify="space-between" gap={12} mb={8} fz={14} fw={500} role="status">
          <span>{t("{act}：先选择记录", { act: t(act.title) })}</span>
          <Button variant="default" size="compact-sm" onClick={() => ask(undefined)}>
            {t("返回")}
          </Button>
        </Flex>
      ) : null}
      <TextInput
        data-autofocus
        ref={focusEnd}
        size="md"
        role="combobox"
        aria-label={t("搜索")}
        aria-expanded={entries.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={entries.length ? optionId(present) : undefined}
        autoComplete="off"
        maxLength={50}
        placeholder={act ? hintOf(act) : t("输入关键词")}
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
        rightSection={isWaiting ? <Loader role="progressbar" size={16} aria-label={t("加载中")} /> : null}
        value={text}
        onChange={(event) => type(event.currentTarget.value, (event.nativeEvent as InputEvent).isComposing)}
        onCompositionEnd={(event) => type(event.currentTarget.value, false)}
        onKeyDown={onKeyDown}
      />
      <div className={`${classes.state} ${basic.row} ${basic.between} ${basic.gap12}`} role="status">
        {keyword === "" && !act ? (
          <Note>
            {t("可以搜索：{what}", {
              what: [...kinds.map(({ hint }) => t(hint)), t("页面和操作的名称、拼音首字母")].join("；"),
            })}
          </Note>
        ) : null}
        {isEmpty ? <Text size="sm">{t("没有找到“{keyword}”", { keyword })}</Text> : null}
        {problem && !isWaiting ? (
          <>
            <Text size="sm">{problem}</Text>
            <Button variant="default" size="compact-sm" onClick={retry}>
              {t("重试")}
            </Button>
            <BlockedHint />
          </>
        ) : null}
      </div>
      <div
        id={listId}
        role="listbox"
        aria-label={t("搜索结果")}
        aria-busy={isWaiting}
        className={`${basic.filled} ${classes.list}`}
      >
        {groups.map((group, place) => (
          <Group
            key={group.title}
            group={group}
            from={groups.slice(0, place).reduce((count, { items }) => count + items.length, 0)}
            present={present}
            optionId={optionId}
            onOpen={start}
          />
        ))}
      </div>
    </>
  );
}

interface GroupProps {
  group: FoundGroup;
  from: number;
  present: number;
  optionId: (index: number) => string;
  onOpen: (entry: Found) => boolean;
}

function Group({ group, from, present, optionId, onOpen }: GroupProps) {
  const titleId = `${optionId(from)}-title`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is not allowed in a list of options.
    <div role="group" aria-labelledby={titleId}>
      <Box id={titleId} p="10px 10px 4px" c="dimmed" fz={12}>
        {group.title} <span>{group.count}</span>
      </Box>
      {group.items.map((entry, index) => (
        <Option
          key={entry.key}
          id={optionId(from + index)}
          entry={entry}
          isPresent={from + index === present}
          onOpen={onOpen}
        />
      ))}
    </div>
  );
}

interface OptionProps {
  id: string;
  entry: Found;
  isPresent: boolean;
  onOpen: (entry: Found) => boolean;
}

function Option({ id, entry, isPresent, onOpen }: OptionProps) {
  const { to, title, detail } = entry;
  const element = useRef<HTMLAnchorElement>(null);

  // The field keeps the focus, so that nothing scrolls by itself.
  useEffect(() => {
    if (isPresent) element.current?.scrollIntoView?.({ block: "nearest" });
  }, [isPresent]);

  return (
    <Link
      ref={element}
      id={id}
      to={to}
      role="option"
      aria-selected={isPresent}
      tabIndex={-1}
      className={clsx(
        `${classes.option} ${basic.column} ${basic.centered} ${basic.gap2} ${basic.hover}`,
        isPresent && classes.present,
      )}
      onClick={(event) => {
        // In another tab the search stays.
        if (!event.metaKey && !event.ctrlKey && !event.shiftKey && !onOpen(entry)) event.preventDefault();
      }}
    >
      <span className={`${basic.anywhere} ${basic.size14}`}>{title}</span>
      {detail ? <span className={`${basic.cut} ${basic.dim} ${basic.size12}`}>{detail}</span> : null}
    </Link>
  );
}
