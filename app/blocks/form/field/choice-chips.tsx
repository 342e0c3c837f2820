import { Input } from "@mantine/core";
import { type ReactNode, useId } from "react";
import basic from "~/app/basic.module.css";
import classes from "./choice-chips.module.css";

const most = 6;

export const fitsChips = (data: readonly unknown[], limit = most): boolean => data.length > 0 && data.length <= limit;

interface ChoiceChipsProps {
  id?: string;
  label: string;
  description?: ReactNode;
  error?: ReactNode;
  withAsterisk?: boolean;
  disabled?: boolean;
  onBlur?: () => void;
  data: readonly { value: string; label: string; note?: string | undefined }[];
  value: readonly string[];
  onChange: (value: string[]) => void;
  isMany?: boolean;
  isClearable?: boolean;
  maxValues?: number;
  isBare?: boolean;
}

/** A choice of few options, on the phone and in small dialogs: all options visible, each large enough for a finger. */
export function ChoiceChips(props: ChoiceChipsProps) {
  const { label, description, error, withAsterisk, disabled, onBlur, data, value, onChange } = props;
  const { isMany = false, isClearable = isMany, maxValues = Number.POSITIVE_INFINITY } = props;
  const made = useId();
  const id = props.id ?? made;
  const toggle = (option: string) => {
    const isChosen = value.includes(option);
    if (isMany) return onChange(isChosen ? value.filter((one) => one !== option) : [...value, option]);
    if (!isChosen) onChange([option]);
    else if (isClearable) onChange([]);
  };
  const role = isMany
    ? { role: "group", "aria-label": label }
    : { role: "radiogroup", "aria-label": label, "aria-required": withAsterisk || undefined };
  return (
    <Input.Wrapper
      {...{ id, description, error, withAsterisk }}
      label={props.isBare ? undefined : label}
      labelElement="div"
    >
      <div
        {...role}
        aria-describedby={error ? `${id}-error` : description ? `${id}-description` : undefined}
        className={basic.flow}
        style={{ columnGap: 8 }}
      >
        {data.map((option) => {
          const isChosen = value.includes(option.value);
          return (
            <label
              key={option.value}
              className={`${classes.chip} ${basic.inlineRow} ${basic.relative} ${basic.finger}`}
            >
              <input
                type={isMany ? "checkbox" : "radio"}
                name={id}
                checked={isChosen}
                disabled={disabled || (isMany && !isChosen && value.length >= maxValues)}
                // A radio button reports nothing when it is pressed again.
                onClick={isMany || !isChosen ? undefined : () => toggle(option.value)}
                onChange={() => toggle(option.value)}
                onBlur={onBlur}
              />
              <span>
                {option.label}
                {option.note ? <small> {option.note}</small> : null}
              </span>
            </label>
          );
        })}
      </div>
    </Input.Wrapper>
  );
}
