import { Button, Loader, Text, TextInput } from "@mantine/core";
import { useNavigate } from "@remix-run/react";
import { IconSearch } from "@tabler/icons-react";
import clsx from "clsx";
import { type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import { useMenus, useProfile } from "~/app/session/viewer-context";
import classes from "./search.module.css";
import { type FoundGroup, groupsOf, kindsFor, pagesFor } from "./search-groups";
import { useSearch } from "./use-search";

/** Where the dialog's own focus comes too late, since the panel was fetched after it opened; one goes on typing at the end. */
function focusEnd(field: HTMLInputElement | null) {
  field?.focus();
  field?.setSelectionRange(field.value.length, field.value.length);
}

/** The field and what it finds: records by the server, pages out of the menu. Arrow keys choose, Enter opens. `begin`: what was typed before it came. */
export function SearchPanel({ begin, onClose }: { begin: string; onClose: () => void }) {
  const profile = useProfile();
  const menus = useMenus();
  const navigate = useNavigate();
  const listId = useId();
  const [text, setText] = useState(begin);
  const [keyword, setKeyword] = useState(begin.trim());
  /** The address that the arrows have chosen; else the first is meant. */
  const [chosen, setChosen] = useState<string>();
  const isEntered = useRef(false);

  const kinds = kindsFor(profile);
  const { hits, problem, isWaiting, retry } = useSearch(kinds.length ? keyword : "");
  const groups = keyword
    ? [...(hits ? groupsOf(hits, keyword, profile) : []), ...pagesFor(keyword, menus, profile)]
    : [];
  const addresses = groups.flatMap(({ items }) => items.map(({ to }) => to));
  const present = Math.max(0, addresses.indexOf(chosen ?? ""));

  const open = (to: string | undefined) => {
    if (!to) return;
    onClose();
    navigate(to);
  };
  const type = (next: string, isComposing: boolean) => {
    setText(next);
    // Letters of a word that is still being composed are no keyword.
    if (isComposing) return;
    isEntered.current = false;
    setChosen(undefined);
    setKeyword(next.trim().slice(0, 50));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    if (step && addresses.length) setChosen(addresses[(present + step + addresses.length) % addresses.length]);
    else if (event.key === "Enter" && (chosen || !isWaiting)) open(addresses[present]);
    else if (event.key === "Enter") isEntered.current = true;
    else return;
    event.preventDefault();
  };

  // Enter before the answer means what the answer begins with.
  useEffect(() => {
    if (isWaiting || !isEntered.current) return;
    isEntered.current = false;
    open(addresses[0]);
  });

  const optionId = (index: number) => `${listId}-${index}`;
  const isEmpty = keyword !== "" && !isWaiting && !problem && addresses.length === 0;
  return (
    <>
      <TextInput
        data-autofocus
        ref={focusEnd}
        size="md"
        role="combobox"
        aria-label={t("搜索")}
        aria-expanded={addresses.length > 0}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={addresses.length ? optionId(present) : undefined}
        autoComplete="off"
        maxLength={50}
        placeholder={t("输入关键词")}
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
        rightSection={isWaiting ? <Loader size={16} aria-label={t("加载中")} /> : null}
        value={text}
        onChange={(event) => type(event.currentTarget.value, (event.nativeEvent as InputEvent).isComposing)}
        onCompositionEnd={(event) => type(event.currentTarget.value, false)}
        onKeyDown={onKeyDown}
      />
      <div className={classes.state} role="status">
        {keyword === "" ? (
          <Text size="sm" c="dimmed">
            {t("可以搜索：{what}", { what: [...kinds.map(({ hint }) => t(hint)), t("页面名称")].join("；") })}
          </Text>
        ) : null}
        {isEmpty ? <Text size="sm">{t("没有找到“{keyword}”", { keyword })}</Text> : null}
        {problem && !isWaiting ? (
          <>
            <Text size="sm">{problem}</Text>
            <Button variant="default" size="compact-sm" onClick={retry}>
              {t("重试")}
            </Button>
          </>
        ) : null}
      </div>
      <div id={listId} role="listbox" aria-label={t("搜索结果")} aria-busy={isWaiting} className={classes.list}>
        {groups.map((group, place) => (
          <Group
            key={group.title}
            group={group}
            from={groups.slice(0, place).reduce((count, { items }) => count + items.length, 0)}
            present={present}
            optionId={optionId}
            onOpen={onClose}
          />
        ))}
      </div>
    </>
  );
}

interface GroupProps {
  group: FoundGroup;
  /** The place of its first entry among all. */
  from: number;
  present: number;
  optionId: (index: number) => string;
  onOpen: () => void;
}

function Group({ group, from, present, optionId, onOpen }: GroupProps) {
  const titleId = `${optionId(from)}-title`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a list of options.
    <div role="group" aria-labelledby={titleId}>
      <div id={titleId} className={classes.title}>
        {group.title} <span>{group.count}</span>
      </div>
      {group.items.map(({ to, title, detail }, index) => (
        <Option
          key={to}
          id={optionId(from + index)}
          to={to}
          title={title}
          detail={detail}
          isPresent={from + index === present}
          onOpen={onOpen}
        />
      ))}
    </div>
  );
}

interface OptionProps {
  id: string;
  to: string;
  title: string;
  detail: string | undefined;
  isPresent: boolean;
  onOpen: () => void;
}

function Option({ id, to, title, detail, isPresent, onOpen }: OptionProps) {
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
      className={clsx(classes.option, isPresent && classes.present)}
      onClick={(event) => {
        // In another tab the search stays.
        if (!event.metaKey && !event.ctrlKey && !event.shiftKey) onOpen();
      }}
    >
      <span className={classes.name}>{title}</span>
      {detail ? <span className={classes.detail}>{detail}</span> : null}
    </Link>
  );
}
