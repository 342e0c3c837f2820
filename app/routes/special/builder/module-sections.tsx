import type { z } from "zod";
import type { FormSection } from "~/app/blocks/form/form-entry";
import { FilterBuilder } from "~/app/features/estate-filter/filter-builder";
import type { ModuleType } from "~/contract/special/modules";
import { TableCells } from "./table-cells";

/** A picture that a module may show, by its number. */
export interface KnownPicture {
  id: number;
  url: string;
}

const isRule = ({ source }: Record<string, unknown>) => source === "rule";

/** The small form of each type of module. */
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
