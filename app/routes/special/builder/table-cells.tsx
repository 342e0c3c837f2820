import { Textarea } from "@mantine/core";
import { useState } from "react";
import { t } from "~/app/i18n/t";

interface TableCellsProps {
  head?: unknown;
  rows?: unknown;
  onChange: (part: { head: string[]; rows: string[][] }) => void;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const lineOf = (cells: unknown) => listOf(cells).map(String).join(" | ");

/** A table as lines: the first is its head, cells stand between bars, or tabs as they are pasted out of a sheet. */
export function TableCells({ head, rows, onChange }: TableCellsProps) {
  // What is typed stays as it is typed: a bar at the end is the beginning of a cell.
  const [text, setText] = useState(() => [lineOf(head), ...listOf(rows).map(lineOf)].join("\n").replace(/^\n+$/, ""));
  const write = (typed: string) => {
    setText(typed);
    const [first = [], ...others] = typed
      .split("\n")
      .map((line) => (line.trim() ? line.split(/\t|\||｜/).map((cell) => cell.trim()) : []));
    onChange({ head: first, rows: others.filter((row) => row.length > 0) });
  };
  return (
    <Textarea
      label={t("表格内容")}
      description={t("第一行为表头，每行一条，单元格用 | 隔开；也可从表格软件粘贴。最多6列30行")}
      autosize
      minRows={5}
      maxRows={16}
      mt="sm"
      value={text}
      onChange={(event) => write(event.currentTarget.value)}
    />
  );
}
