import { InputBase, Loader, type SelectProps } from "@mantine/core";
import { IconSelector } from "@tabler/icons-react";
import { type Dispatch, type SetStateAction, useState } from "react";
import { floats } from "~/app/blocks/floats";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { Reached, SelectManyProps, SelectOneProps } from "./open-selects";

const OpenSelectOne = lazyPart(floats.load, "OpenSelectOne", ({ closed }) => closed);
const OpenSelectMany = lazyPart(floats.load, "OpenSelectMany", ({ closed }) => closed);

export function SelectOne(props: SelectOneProps) {
  const [reached, setReached] = useState<Reached>();
  const closed = <Closed props={props} values={props.value ? [props.value] : []} {...{ reached, setReached }} />;
  return <OpenSelectOne {...props} closed={closed} reached={reached} />;
}

export function SelectMany(props: SelectManyProps) {
  const [reached, setReached] = useState<Reached>();
  const closed = <Closed props={props} values={props.value ?? []} {...{ reached, setReached }} />;
  return <OpenSelectMany {...props} closed={closed} reached={reached} />;
}

interface ClosedProps {
  props: SelectOneProps | SelectManyProps;
  values: readonly string[];
  reached: Reached | undefined;
  setReached: Dispatch<SetStateAction<Reached | undefined>>;
}

function Closed({ props, values, reached, setReached }: ClosedProps) {
  const reachBy = (how: Reached) => {
    setReached((before) => (before === "press" ? before : how));
    floats.reach().then((hasCome) => hasCome || setReached(undefined));
  };
  return (
    <InputBase
      {...closed(props)}
      value={values.map((value) => labelOf(props.data, value)).join("、")}
      readOnly
      pointer
      aria-haspopup="listbox"
      rightSection={
        reached === "press" ? (
          <Loader size={16} />
        ) : (
          <IconSelector size={16} stroke={1.5} color="var(--mantine-color-dimmed)" aria-hidden />
        )
      }
      rightSectionPointerEvents="none"
      onPointerDown={() => reachBy("press")}
      onFocus={() => reachBy("focus")}
      onBlur={() => setReached(undefined)}
    />
  );
}

function closed(props: SelectOneProps | SelectManyProps) {
  const { id, label, description, error, withAsterisk, placeholder, disabled, size, className, leftSection } = props;
  const { w, maw, mb, flex, name } = props;
  const seen = { id, label, description, error, withAsterisk, placeholder, disabled, size, className, leftSection };
  return { ...seen, w, maw, mb, flex, name, "aria-label": props["aria-label"] };
}

function labelOf(data: SelectProps["data"], value: string): string {
  const options = (data ?? []).flatMap((one) => (typeof one === "object" && "group" in one ? one.items : [one]));
  const found = options.find((one) => (typeof one === "string" ? one : one.value) === value);
  return typeof found === "object" ? found.label : value;
}
