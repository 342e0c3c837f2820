import type { ReactNode } from "react";
import { lazyPart } from "~/app/blocks/lazy-part";
import { useIsPhone } from "~/app/blocks/use-is-phone";
import { t } from "~/app/i18n/t";
import { useScene } from "~/app/session/scenes";
import type { Permission } from "~/contract/permissions";
import { isSearched } from "~/contract/shared/option";
import { ChoiceChips, fitsChips } from "./choice-chips";
import { listOf } from "./input-text";
import { RemoteSelect } from "./remote-select";
import type { Field } from "./schema-fields";
import { SelectMany, SelectOne } from "./selects";
import { StaffPicker } from "./staff-picker";

const mostInSight = 10;

// Few forms have one.
const DistrictSelect = lazyPart(() => import("./district-select"), "DistrictSelect");

export interface ChoiceHints {
  /** Only these of the contract's options, and the record's own value. */
  only?: readonly string[];
  /** All options are visible, up to ten, also on the desktop; for a moment, the next days. For a dialog's first question. */
  inSight?: boolean;
  /** A staff field offers only holders of this code. */
  perm?: Permission;
  /** A staff field offers only those inside the viewer's customer scope; the default if it has a code. */
  inScope?: boolean;
}

export interface ControlProps {
  input: {
    id: string;
    label: string;
    description?: ReactNode;
    disabled?: boolean;
    error: ReactNode;
    withAsterisk: boolean;
    onBlur: () => void;
  };
  field: Field;
  onChange: (value: unknown) => void;
}

const noteOf = ({ notes }: Field, option: string) => notes?.[option] && t(notes[option]);

/** One or several of the contract's options, a dictionary scene's, or the server's search results. */
export function ChoiceField(props: ControlProps & { hints: ChoiceHints; country?: unknown; value: unknown }) {
  const { input, field, hints, country, value, onChange } = props;
  const isPhone = useIsPhone();
  const isRemote = isSearched(field.scene);
  const dictionary = useScene(isRemote ? undefined : field.scene);
  const chosen = listOf(value);
  if (field.scene === "users" && !field.isMany)
    return (
      <StaffPicker
        perm={hints.perm}
        inScope={hints.inScope}
        value={typeof value === "number" ? value : null}
        onChange={onChange}
        input={input}
      />
    );
  if (field.minLevel && !field.isMany)
    return (
      <DistrictSelect
        minLevel={field.minLevel}
        country={listOf(country).map(String)[0]}
        value={typeof value === "number" ? value : null}
        onChange={onChange}
        input={input}
      />
    );
  if (isRemote && field.scene)
    return (
      <RemoteSelect
        scene={field.scene}
        isMany={field.isMany}
        countries={listOf(country).map(String)}
        value={chosen.map(Number)}
        onChange={(ids) => onChange(field.isMany ? ids : (ids[0] ?? null))}
        input={{ placeholder: t("输入名称搜索"), ...input }}
      />
    );
  const isOffered = (option: string) => !hints.only || hints.only.includes(option) || chosen.includes(option);
  // A record's value stays even if it is no longer offered.
  const data = field.options
    ? Object.entries(field.options)
        .filter(([option]) => isOffered(option))
        .map(([option, label]) => ({ value: option, label: t(label), note: noteOf(field, option) }))
    : dictionary
        .filter((entry) => !entry.disabled || chosen.map(String).includes(String(entry.value)))
        .map((entry) => ({ value: String(entry.value), label: entry.label }));
  // A control has texts; a table's rows are chosen by number.
  const chosenValue = (next: string) => dictionary.find((entry) => String(entry.value) === next)?.value ?? next;
  const chooseOne = (next: string | null | undefined) => onChange(next ? chosenValue(next) : (next ?? null));
  const chooseMany = (next: string[]) => onChange(next.map(chosenValue));
  const isClearable = !field.isRequired && !field.hasDefault;
  if (hints.inSight ? fitsChips(data, mostInSight) : isPhone && fitsChips(data))
    return (
      <ChoiceChips
        {...input}
        data={data}
        value={chosen.map(String)}
        onChange={(next) => (field.isMany ? chooseMany(next) : chooseOne(next[0]))}
        isMany={field.isMany}
        isClearable={field.isMany || isClearable}
        maxValues={field.maxCount}
      />
    );
  const common = {
    ...input,
    data,
    placeholder: t("请选择"),
    searchable: data.length > 8,
    clearButtonProps: { "aria-label": t("清空{label}", { label: field.label }) },
  };
  if (field.isMany)
    return (
      <SelectMany
        {...common}
        placeholder={chosen.length ? undefined : common.placeholder}
        clearable
        maxValues={field.maxCount}
        value={chosen.map(String)}
        onChange={chooseMany}
      />
    );
  return (
    <SelectOne
      {...common}
      clearable={isClearable}
      allowDeselect={false}
      value={chosen.length ? String(chosen[0]) : null}
      onChange={chooseOne}
    />
  );
}
