import type { FormSection } from "~/app/blocks/form/record-form";
import { type EntryKind, entryFields } from "~/contract/inquiry/inquiry-kinds";
import type { InquiryCreate, InquiryUpdate } from "~/contract/inquiry/inquiry-record";

export const contacts = ["name", "phone_cc", "phone", "wechat", "email", "contact_time"] as const;

export const createSections: FormSection<typeof InquiryCreate>[] = [
  { title: "询盘", fields: ["kind", "platform", "to_me"] },
  { title: "联系方式", fields: [...contacts] },
  {
    title: "内容",
    fields: [
      { name: "estate_id", when: ({ kind }) => kind === "estate" || kind === "general" },
      { name: "mansion_id", when: ({ kind }) => kind === "rental" },
      ...allFields().map((name) => ({
        name,
        when: ({ kind }: Record<string, unknown>) => (entryFields[kind as EntryKind] ?? []).includes(name),
      })),
      { name: "content", isWide: true },
      { name: "remark", isWide: true },
    ],
  },
];

function allFields() {
  return [...new Set(Object.values(entryFields).flat())];
}

export const updateSections = (kind: string, isMasked: boolean): FormSection<typeof InquiryUpdate>[] => [
  { title: "联系方式", fields: isMasked ? ["name", "contact_time"] : [...contacts] },
  {
    title: "内容",
    fields: [
      ...(kind === "rental" ? (["mansion_id"] as const) : (["estate_id"] as const)),
      ...(entryFields[kind as EntryKind] ?? []),
      { name: "content", isWide: true },
      { name: "remark", isWide: true },
    ],
  },
];
