import "@mantine/core/styles/Combobox.css";
import "@mantine/core/styles/Pill.css";
import "@mantine/core/styles/PillsInput.css";
import { TagsInput } from "@mantine/core";
import { useState } from "react";
import type { ControlProps } from "~/app/blocks/form/field/choice-field";
import { t } from "~/app/i18n/t";

const separators = [",", "，", "、", ";", "；", "\n", "\r", "\t"];
const ended = new RegExp(`[${separators.join("")}]`);

export function TagsField({ input, field, value, onChange }: ControlProps & { value: readonly string[] }) {
  const [typed, setTyped] = useState("");
  const [status, setStatus] = useState("");
  const limit = field.maxCount ?? Number.POSITIVE_INFINITY;

  function set(next: readonly string[]) {
    const tags = [...new Set(next.map((tag) => tag.trim()).filter(Boolean))];
    const left = tags.slice(limit);
    setStatus(left.length ? t("最多{count}个，未加入：{tags}", { count: limit, tags: left.join("、") }) : "");
    onChange(tags.slice(0, limit));
  }
  // Chinese commas come from the input method, without a key event.
  const type = (text: string) => {
    if (!ended.test(text)) return setTyped(text);
    setTyped("");
    set([...value, ...text.split(ended)]);
  };
  return (
    <>
      <TagsInput
        {...input}
        placeholder={value.length ? undefined : t("输入后按回车添加，可粘贴多个")}
        splitChars={separators}
        withScrollArea={false}
        value={[...value]}
        onChange={set}
        searchValue={typed}
        onSearchChange={type}
        onDuplicate={(tag) => setStatus(t("{tag}已在其中", { tag }))}
        clearButtonProps={{ "aria-label": t("清空{label}", { label: field.label }) }}
      />
      <div role="status" style={{ color: "var(--mantine-color-dimmed)", fontSize: 12 }}>
        {status}
      </div>
    </>
  );
}
