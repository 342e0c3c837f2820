import { VisuallyHidden } from "@mantine/core";
import basic from "~/app/basic.module.css";
import { Tag, type TagColor } from "./tag";

interface Chip {
  name: string;
  color?: TagColor;
}

const restRoom = 2;

export function Chips({ of, room }: { of: readonly Chip[]; room: number }) {
  const fits = (count: number) =>
    of.slice(0, count).reduce((used, { name }) => used + name.length, count < of.length ? restRoom : 0) <= room;
  const count = of.findLastIndex((_, index) => fits(index + 1)) + 1 || 1;
  const [shown, rest] = [of.slice(0, count), of.slice(count)];
  return (
    <span
      className={`${basic.inlineRow} ${basic.gap4}`}
      data-whole={rest.length ? of.map(({ name }) => name).join("、") : undefined}
    >
      {shown.map(({ name, color }) => (
        <Tag key={name} color={color}>
          {name}
        </Tag>
      ))}
      {rest.length ? (
        <Tag>
          +{rest.length} <VisuallyHidden>{rest.map(({ name }) => name).join("、")}</VisuallyHidden>
        </Tag>
      ) : null}
    </span>
  );
}
