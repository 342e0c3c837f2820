import { useCallback, useState } from "react";
import type { WriteError } from "~/app/api/writes";
import { useLatest } from "~/app/blocks/use-latest";
import { definitionOf, isSecretKey, type SettingKey, type SettingRow } from "~/contract/system/setting";

interface Typed {
  value: SettingRow["value"];
  before: SettingRow["value"];
  /** Somebody else has changed it meanwhile: `before` is now theirs. */
  isStale?: boolean;
}
export type TypedSettings = Partial<Record<SettingKey, Typed>>;

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

const isChange = (key: SettingKey, { value, before }: Typed) =>
  isSecretKey(key) ? value !== "" && !(value === null && before === "") : !same(value, before);

const kept = (typed: TypedSettings): TypedSettings =>
  Object.fromEntries(entriesOf(typed).filter(([key, change]) => isChange(key, change)));

export const entriesOf = (typed: TypedSettings) => Object.entries(typed) as [SettingKey, Typed][];

export function useTypedSettings(rows: readonly SettingRow[]) {
  const [typed, setTyped] = useState<TypedSettings>({});
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const stored = useLatest((key: string) => rows.find((row) => row.key === key)?.value ?? "");

  const change = useCallback(
    (name: string, value: unknown) => {
      // Fields are made of the settings' own keys, and their values are those of JSON.
      const key = name as SettingKey;
      const next = value as SettingRow["value"];
      setTyped((now) => kept({ ...now, [key]: { before: stored(key), ...now[key], value: next } }));
      setErrors(({ [key]: _, ...others }) => others);
    },
    [stored],
  );
  const drop = (key: SettingKey) => setTyped(({ [key]: _, ...others }) => others);

  function check(): string[] {
    const wrong = entriesOf(typed).flatMap(([key, { value }]) => {
      if (value === null) return [];
      const parsed = definitionOf(key).schema.safeParse(value);
      return parsed.success ? [] : [[key, parsed.error.issues[0]?.message ?? ""] as const];
    });
    setErrors(Object.fromEntries(wrong));
    return wrong.map(([key]) => key);
  }

  /** The server's refusal: complaints at their fields, others' changes next to what was typed. Returns the fields to look at. */
  function refuse(error: WriteError): string[] {
    if (error.code === 40901 && typeof error.data === "object") {
      const theirs = { ...error.data } as Partial<Record<SettingKey, SettingRow["value"]>>;
      setTyped((now) =>
        kept(
          Object.fromEntries(
            entriesOf(now).map(([key, one]) => {
              const before = theirs[key] ?? one.before;
              return [key, same(before, one.before) ? one : { ...one, before, isStale: true }];
            }),
          ),
        ),
      );
    }
    setErrors(Object.fromEntries(error.fields.map(({ field, message }) => [field, message])));
    return error.fields.map(({ field }) => field);
  }

  return { typed, errors, change, drop, check, refuse, clear: () => setTyped({}) };
}
