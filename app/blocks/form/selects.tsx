import { InputBase, Loader, type SelectProps } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { type ComponentType, useEffect, useRef, useState } from "react";
import { floating } from "../late-floating";
import { useLate } from "../lazy-part";
import type { SelectManyProps, SelectOneProps } from "./open-selects";

/** A select of one value. */
export const SelectOne = (props: SelectOneProps) => (
  <Reached props={props} Open={useLate(floating)?.OpenSelectOne} values={props.value ? [props.value] : []} />
);

/** A select of several values. */
export const SelectMany = (props: SelectManyProps) => (
  <Reached props={props} Open={useLate(floating)?.OpenSelectMany} values={props.value ?? []} />
);

interface ReachedProps<Props> {
  props: Props;
  Open: ComponentType<Props> | undefined;
  values: readonly string[];
}

/** A closed select until what opens it has come; who has reached for it meanwhile finds it so. */
function Reached<Props extends SelectOneProps | SelectManyProps>({ props, Open, values }: ReachedProps<Props>) {
  const input = useRef<HTMLInputElement>(null);
  const [reach, setReach] = useState<"focus" | "press">();

  // The field that was reached for has made way for another one.
  useEffect(() => {
    if (!Open || !reach) return;
    input.current?.focus();
    if (reach === "press") input.current?.click();
    setReach(undefined);
  }, [Open, reach]);

  if (Open) return <Open {...props} inputRef={input} />;
  const reachBy = (how: "focus" | "press") => {
    setReach((before) => (before === "press" ? before : how));
    floating.fetch().then((hasCome) => hasCome || setReach(undefined));
  };
  return (
    <InputBase
      {...closed(props)}
      value={values.map((value) => labelOf(props.data, value)).join("、")}
      readOnly
      pointer
      aria-haspopup="listbox"
      rightSection={
        reach === "press" ? (
          <Loader size={16} />
        ) : (
          <IconSelector size={16} stroke={1.5} color="var(--mantine-color-dimmed)" aria-hidden />
        )
      }
      rightSectionPointerEvents="none"
      onPointerEnter={floating.fetchAhead}
      onPointerDown={() => reachBy("press")}
      onFocus={() => reachBy("focus")}
      onBlur={() => setReach(undefined)}
    />
  );
}

/** What a closed select has of its props, as any Mantine input takes them. */
function closed(props: SelectOneProps | SelectManyProps) {
  const { id, label, description, error, withAsterisk, placeholder, disabled, size, className, leftSection } = props;
  const { w, maw, mb, flex, name } = props;
  const seen = { id, label, description, error, withAsterisk, placeholder, disabled, size, className, leftSection };
  return { ...seen, w, maw, mb, flex, name, "aria-label": props["aria-label"] };
}

/** A value's label among the options, of which a group has its own. */
function labelOf(data: SelectProps["data"], value: string): string {
  const options = (data ?? []).flatMap((one) => (typeof one === "object" && "group" in one ? one.items : [one]));
  const found = options.find((one) => (typeof one === "string" ? one : one.value) === value);
  return typeof found === "object" ? found.label : value;
}
