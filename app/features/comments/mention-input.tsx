import "@mantine/core/styles/Combobox.css";
import { ActionIcon, Combobox, Textarea, useCombobox } from "@mantine/core";
import { IconAt } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import basic from "~/app/basic.module.css";
import { t } from "~/app/i18n/t";
import classes from "./comments.module.css";
import { askedAt, type Typed, withPerson } from "./typed-mentions";
import { type Colleague, type Owner, useMentionable } from "./use-mentionable";

interface MentionInputProps {
  owner: Owner;
  label: string;
  text: string;
  people: Typed;
  error: string | undefined;
  onChange: (text: string, people: Typed) => void;
  onSubmit: () => void;
  children: ReactNode;
}

export function MentionInput({ owner, label, text, people, error, onChange, onSubmit, children }: MentionInputProps) {
  const input = useRef<HTMLTextAreaElement>(null);
  const [asked, setAsked] = useState<string>();
  const offered = useMentionable(owner, asked);
  const combobox = useCombobox();
  const isOpen = asked !== undefined && offered !== undefined;
  const { openDropdown, closeDropdown, selectFirstOption } = combobox;
  // Enter selects the first one.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the store's functions are new in each render.
  useEffect(() => {
    if (isOpen) {
      openDropdown();
      selectFirstOption();
    } else closeDropdown();
  }, [isOpen, offered]);

  const look = () => {
    const { current } = input;
    if (current) setAsked(askedAt(current.value, current.selectionStart));
  };
  const write = (next: string, caret: number, known = people) => {
    // Rendered at once: the next typed text belongs after it.
    flushSync(() => onChange(next, known));
    input.current?.focus();
    input.current?.setSelectionRange(caret, caret);
    look();
  };
  const caretOf = () => input.current?.selectionStart ?? text.length;
  const choose = (one: Colleague) => {
    const word = wordOf(one, people);
    const { text: next, caret } = withPerson(text, caretOf(), word);
    write(next, caret, new Map([...people, [word, one.id]]));
  };
  const begin = () => {
    const caret = caretOf();
    const before = text.slice(0, caret);
    const sign = /[A-Za-z0-9._%+-]$/.test(before) ? " @" : "@";
    write(before + sign + text.slice(caret), caret + sign.length);
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") setAsked(undefined);
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) onSubmit();
  };

  return (
    <div className={`${basic.column} ${basic.gap8}`}>
      <Combobox
        store={combobox}
        position="bottom-start"
        onOptionSubmit={(value) => {
          const one = offered?.find(({ id }) => String(id) === value);
          if (one) choose(one);
        }}
      >
        <Combobox.Target withKeyboardNavigation={isOpen} withExpandedAttribute>
          <Textarea
            ref={input}
            aria-label={label}
            placeholder={t("写评论，用 @ 提及同事")}
            autosize
            minRows={2}
            maxRows={12}
            value={text}
            error={error}
            onChange={(event) => {
              onChange(event.currentTarget.value, people);
              look();
            }}
            onKeyDown={press}
            onKeyUp={(event) => event.key.startsWith("Arrow") && !isOpen && look()}
            onClick={look}
            onBlur={() => setAsked(undefined)}
          />
        </Combobox.Target>
        <Combobox.Dropdown>
          <Combobox.Options aria-label={t("可提及的同事")} mah={240} style={{ overflowY: "auto" }}>
            {offered?.length === 0 ? <Combobox.Empty>{t("没有可提及的同事")}</Combobox.Empty> : null}
            {offered?.map(({ id, name, team }) => (
              <Combobox.Option
                key={id}
                value={String(id)}
                className={`${basic.row} ${basic.between} ${basic.gap12} ${basic.touch}`}
              >
                {name}
                {team ? <span className={`${classes.team} ${basic.dim} ${basic.size13}`}>{team}</span> : null}
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <div className={`${basic.row} ${basic.end} ${basic.gap8}`}>
        <ActionIcon
          variant="subtle"
          color="gray"
          className={classes.sign}
          aria-label={t("提及同事")}
          title={t("提及同事")}
          onClick={begin}
        >
          <IconAt size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
        {children}
      </div>
    </div>
  );
}

function wordOf({ id, name, team }: Colleague, people: Typed): string {
  const other = people.get(name);
  return other === undefined || other === id ? name : `${name}（${team ?? id}）`;
}
