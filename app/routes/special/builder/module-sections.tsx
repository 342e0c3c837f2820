import { Textarea } from "@mantine/core";
import { useState } from "react";
import type { z } from "zod";
import type { FormSection } from "~/app/blocks/form/form-entry";
import { FilterBuilder } from "~/app/features/estate-filter/filter-builder";
import { t } from "~/app/i18n/t";
import type { ModuleType } from "~/contract/special/modules";

export interface KnownPicture {
  id: number;
  url: string;
}

const isRule = ({ source }: Record<string, unknown>) => source === "rule";

export function moduleSections(type: ModuleType, known: readonly KnownPicture[]): readonly FormSection<z.ZodObject>[] {
  const media = {
    scene: "content",
    known: known.map(({ id, url }) => ({ id, url, name: "", mime: "image/jpeg" })),
  } as const;
  switch (type) {
    case "banner":
      return [
        {
          fields: [
            "title",
            "sub_title",
            "button_text",
            { name: "media_id", isWide: true, media },
            { name: "mobile_media_id", isWide: true, media },
          ],
        },
      ];
    case "text":
      return [{ fields: [{ name: "title", isWide: true }, "content"] }];
    case "picture":
      return [{ fields: [{ name: "media_id", isWide: true, media }, "alt", "url"] }];
    case "estates":
      return [
        {
          fields: [
            "title",
            "source",
            { name: "estate_ids", isWide: true, when: (values) => !isRule(values) },
            { name: "sort", when: isRule },
            { name: "limit", when: isRule },
            { name: "filter", isUnseen: true, when: isRule },
          ],
          below: (values, form) =>
            isRule(values) ? (
              <FilterBuilder value={values.filter} onChange={(filter) => form.fill({ filter })} />
            ) : null,
        },
      ];
    case "table":
      return [
        {
          fields: [
            { name: "title", isWide: true },
            { name: "head", isUnseen: true },
            { name: "rows", isUnseen: true },
          ],
          below: (values, form) => <TableCells {...values} onChange={form.fill} />,
        },
      ];
    case "faq":
      return [{ fields: [{ name: "title", isWide: true }, "items"] }];
    case "video":
      return [
        {
          fields: [
            "title",
            "source",
            { name: "video_id", isWide: true, when: ({ source }) => source !== "link" },
            { name: "url", isWide: true, when: ({ source }) => source === "link" },
          ],
        },
      ];
    case "form":
      return [{ fields: ["title", "button_text", { name: "note", isWide: true }] }];
    case "map":
      return [
        {
          fields: [
            "title",
            { name: "address", isWide: true },
            { name: "lat", longitude: "lng", isWide: true },
            { name: "note", isWide: true },
          ],
        },
      ];
    case "countdown":
      return [{ fields: ["title", "until", { name: "ended_text", isWide: true }] }];
    case "cta":
      return [
        {
          fields: [
            "title",
            "button_text",
            { name: "text", isWide: true },
            "target",
            { name: "url", when: ({ target }) => target === "url" },
            { name: "phone", when: ({ target }) => target === "phone" },
          ],
        },
      ];
  }
}

interface TableCellsProps {
  head?: unknown;
  rows?: unknown;
  onChange: (part: { head: string[]; rows: string[][] }) => void;
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const lineOf = (cells: unknown) => listOf(cells).map(String).join(" | ");

/** A table as lines: the first is its head, cells stand between bars, or tabs as they are pasted out of a sheet. */
function TableCells({ head, rows, onChange }: TableCellsProps) {
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
