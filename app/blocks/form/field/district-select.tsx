import { Group, type OptionsFilter, Text } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { useRef, useState } from "react";
import { call } from "~/app/api/call";
import { t } from "~/app/i18n/t";
import { rememberNames, useNames } from "~/app/session/scenes";
import { type DistrictNode, district } from "~/contract/region/district";
import { option } from "~/contract/shared/option";
import type { RemoteSelectProps } from "./remote-select";
import { SelectOne } from "./selects";

interface DistrictSelectProps {
  /** The highest level that can be chosen; higher levels only lead down. */
  minLevel: number;
  /** The districts' country; required for options. */
  country: string | undefined;
  value: number | null;
  onChange: (value: number | null) => void;
  input: Omit<RemoteSelectProps["input"], "label"> & { label: string };
}

interface Shown {
  value: string;
  label: string;
  name?: string;
  hint?: string;
}

const back = "back";
/** Opens a district instead of choosing it. */
const into = "into:";

// The server has searched already.
const asFound: OptionsFilter = ({ options }) => options;

export function DistrictSelect({ minLevel, country, value, onChange, input }: DistrictSelectProps) {
  const [way, setWay] = useState<readonly DistrictNode[]>([]);
  const [shown, setShown] = useState<readonly Shown[]>([]);
  const [isOpen, setIsOpen] = useState(false);
  const [isAsking, setIsAsking] = useState(false);
  const [typed, setTyped] = useState("");
  // Mantine closes the list after every choice; a step down keeps it open.
  const isStep = useRef(false);
  const [chosen] = useNames("districts", value === null ? [] : [value]);

  async function ask(load: (code: string) => Promise<Shown[]>) {
    if (!country) return;
    setIsAsking(true);
    setShown(await load(country).catch(() => []));
    setIsAsking(false);
  }
  const browse = (next: readonly DistrictNode[]) => {
    setWay(next);
    const place = next.at(-1);
    return ask(async (code) => {
      const { list } = await call(district.tree, { query: { country: code, parent_id: place?.id } }, { silent: true });
      nodes.current = new Map(list.map((node) => [node.id, node]));
      const names = list.map((node) => ({
        value: node.id,
        label: [...next, node].map((one) => one.name_zh).join(" "),
      }));
      rememberNames("districts", names);
      return [
        ...(place ? [{ value: back, label: t("‹ 返回上级"), hint: nameOf(next) }] : []),
        ...(place && place.level >= minLevel
          ? [{ value: String(place.id), label: nameOf(next), hint: t("选择本级") }]
          : []),
        ...list.map((node) => entryOf(node, next)),
      ];
    });
  };
  const nodes = useRef(new Map<number, DistrictNode>());
  const search = (keyword: string) =>
    ask(async (code) => {
      const query = { scenes: ["districts" as const], keyword, country: [code], min_level: minLevel };
      const found = (await call(option.community, { query }, { silent: true })).districts ?? [];
      rememberNames("districts", found);
      return found.map((one) => ({ value: String(one.value), label: one.label }));
    });
  const searchSoon = useDebouncedCallback((text: string) => (text.trim() ? search(text) : browse(way)), 250);

  const step = (next: string) => {
    isStep.current = next === back || next.startsWith(into);
    if (!isStep.current) return;
    setTyped("");
    const node = nodes.current.get(Number(next.slice(into.length)));
    browse(next === back ? way.slice(0, -1) : node ? [...way, node] : way);
  };
  const held = chosen && value !== null && !shown.some((one) => one.value === String(value)) ? [chosen] : [];
  const data = [...shown, ...held.map((one) => ({ value: String(one.value), label: one.label }))];
  const entries = new Map(shown.map((one) => [one.value, one]));
  const nothing = !country ? t("请先选择国家/地区") : isAsking ? t("正在搜索…") : t("没有找到");
  return (
    <SelectOne
      {...input}
      placeholder={t("逐级选择，或输入名称搜索")}
      data={
        data.length
          ? data.map(({ value: id, label }) => ({ value: id, label }))
          : [{ value: "", label: nothing, disabled: true }]
      }
      searchable
      clearable={!input.withAsterisk}
      clearButtonProps={{ "aria-label": t("清空{label}", { label: input.label }) }}
      allowDeselect={false}
      filter={asFound}
      searchValue={typed}
      onSearchChange={(text) => {
        setTyped(text);
        // Mantine writes a chosen label into the search as well; that is no new search.
        if (isOpen && text !== chosen?.label) searchSoon(text);
      }}
      dropdownOpened={isOpen}
      onDropdownOpen={() => {
        setIsOpen(true);
        browse([]);
      }}
      onDropdownClose={() => {
        if (!isStep.current) setIsOpen(false);
        isStep.current = false;
      }}
      onOptionSubmit={step}
      value={value === null ? null : String(value)}
      onChange={(next) => {
        if (next === null) onChange(null);
        else if (next !== back && !next.startsWith(into)) onChange(Number(next));
      }}
      renderOption={({ option: one }) => (
        <Group justify="space-between" wrap="nowrap" flex={1}>
          <span>{entries.get(one.value)?.name ?? one.label}</span>
          <Text size="xs" c="dimmed">
            {entries.get(one.value)?.hint}
          </Text>
        </Group>
      )}
    />
  );
}

const nameOf = (way: readonly DistrictNode[]) => way.map((one) => one.name_zh).join(" ");

function entryOf(node: DistrictNode, above: readonly DistrictNode[]): Shown {
  const { id, name_zh: name, child_count } = node;
  const label = nameOf([...above, node]);
  return child_count
    ? { value: `${into}${id}`, label, name, hint: t("{n}个下级 ›", { n: child_count }) }
    : { value: String(id), label, name };
}
