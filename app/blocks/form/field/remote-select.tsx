import { Group, type OptionsFilter, Text } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { type ReactNode, useState } from "react";
import { call } from "~/app/api/call";
import { t } from "~/app/i18n/t";
import { rememberNames, useNames } from "~/app/session/scenes";
import type { Option } from "~/contract/common";
import { option, type Scene } from "~/contract/shared/option";
import { SelectMany, SelectOne } from "./selects";

export interface FoundOption extends Option {
  hint?: string;
}

export interface RemoteSelectProps {
  /** What is searched, and where the names of chosen values are kept. */
  scene: Scene;
  /** The search, if it is not the options endpoint's. */
  search?: (keyword: string) => Promise<FoundOption[]>;
  countries?: readonly string[];
  value: readonly number[];
  onChange: (value: number[]) => void;
  isMany?: boolean;
  input: {
    id?: string;
    label?: ReactNode;
    description?: ReactNode;
    error?: ReactNode;
    withAsterisk?: boolean;
    placeholder?: string;
    "aria-label"?: string;
    disabled?: boolean;
  };
}

// The server has searched already, also by values that are not shown.
const asFound: OptionsFilter = ({ options }) => options;

async function searchOptions(scene: Scene, keyword: string, countries: readonly string[] = []): Promise<FoundOption[]> {
  const country = countries.length ? [...countries] : undefined;
  const reply = await call(option.community, { query: { scenes: [scene], keyword, country } }, { silent: true });
  return reply[scene] ?? [];
}

export function RemoteSelect({ scene, search, countries, value, onChange, isMany = false, input }: RemoteSelectProps) {
  const [found, setFound] = useState<FoundOption[]>([]);
  const [isSearching, setIsSearching] = useState(false);
  const [typed, setTyped] = useState("");
  const chosen = useNames(scene, value);

  async function load(keyword: string) {
    setIsSearching(true);
    const options = await (search ? search(keyword) : searchOptions(scene, keyword, countries)).catch(() => []);
    rememberNames(scene, options);
    setFound(options);
    setIsSearching(false);
  }
  const loadSoon = useDebouncedCallback(load, 250);
  const type = (text: string) => {
    setTyped(text);
    // Mantine writes a chosen label into the search as well; that is no new search.
    if (!chosen.some(({ label }) => label === text)) loadSoon(text);
  };

  const listed = [...found, ...chosen.filter((one) => !found.some((other) => other.value === one.value))];
  const hints = new Map(found.map((entry) => [String(entry.value), entry]));
  const common = {
    ...input,
    // An option even where there is none: a list box without options is no list box (axe).
    data: listed.length
      ? listed.map(({ value: id, label, disabled }) => ({ value: String(id), label, disabled }))
      : [{ value: "", label: isSearching ? t("正在搜索…") : t("没有找到"), disabled: true }],
    searchable: true,
    clearable: !input.withAsterisk,
    searchValue: typed,
    onSearchChange: type,
    onDropdownOpen: () => load(""),
    filter: asFound,
    clearButtonProps: { "aria-label": t("清空") },
  };
  if (isMany)
    return (
      <SelectMany
        {...common}
        hidePickedOptions
        value={value.map(String)}
        onChange={(ids) => onChange(ids.map(Number))}
      />
    );
  return (
    <SelectOne
      {...common}
      value={value[0] === undefined ? null : String(value[0])}
      onChange={(id) => onChange(id === null ? [] : [Number(id)])}
      renderOption={({ option: { value: id, label } }) => (
        <Group justify="space-between" wrap="nowrap" flex={1}>
          <span>{label}</span>
          <Text size="xs" c="dimmed">
            {hints.get(id)?.hint}
          </Text>
        </Group>
      )}
    />
  );
}
