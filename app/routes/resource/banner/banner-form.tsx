import { TextInput } from "@mantine/core";
import { useEffect, useRef } from "react";
import { textOf } from "~/app/blocks/form/field/input-text";
import { RemoteSelect } from "~/app/blocks/form/field/remote-select";
import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import type { FormHandle, FormSection } from "~/app/blocks/form/form-entry";
import { recordForm } from "~/app/blocks/form/use-record-form";
import { t } from "~/app/i18n/t";
import {
  type BannerDetail,
  type BannerFields,
  banner,
  type LinkType,
  linkScene,
  linkTypes,
} from "~/contract/resource/banner";
import { BannerPreview } from "./banner-preview";
import { PlaceNotice } from "./place-notice";

/** Where a banner leads, chosen as its kind of link says: an address is typed, a record is searched. */
function LinkPicker({ values, form }: { values: FormValues; form: FormHandle }) {
  const type = values.link_type as LinkType;
  const value = textOf(values.link_value);
  const last = useRef({ type, value });
  // What was chosen of one kind is nothing of another; a draft, or another version, brings both at once.
  useEffect(() => {
    const { type: before, value: held } = last.current;
    last.current = { type, value };
    if (type !== before && value === held && held) form.fill({ link_value: "" });
  }, [type, value, form]);
  if (type === "none") return null;
  const scene = linkScene(type);
  const label = t(linkTypes[type]);
  const change = (link_value: string) => form.fill({ link_value });
  return (
    <div data-field="link_value" style={{ marginTop: 14, maxWidth: 560 }}>
      {scene ? (
        <RemoteSelect
          key={type}
          scene={scene}
          value={/^\d+$/.test(value) ? [Number(value)] : []}
          onChange={([id]) => change(id === undefined ? "" : String(id))}
          input={{ label, placeholder: t("输入名称搜索"), withAsterisk: true }}
        />
      ) : (
        <TextInput
          label={label}
          withAsterisk
          maxLength={500}
          placeholder="https://…"
          description={t("完整网址，或以 / 开头的站内路径")}
          value={value}
          onChange={(event) => change(event.currentTarget.value)}
        />
      )}
    </div>
  );
}

type Sections = readonly FormSection<typeof BannerFields>[];

const known = (id: number | null | undefined, url: string | null | undefined, name: string) =>
  id && url ? [{ id, name, url, mime: "image/jpeg" }] : [];

export const bannerForm = recordForm({
  create: banner.create,
  update: banner.update,
  draft: "banner",
  begin: { link_type: "none", sort: 100, platform: ["web", "h5"], position: "home_top", countries: [] },
  sections: (record: BannerDetail | undefined): Sections => [
    {
      title: "素材",
      fields: [
        { name: "title", isWide: true },
        {
          name: "image_id",
          isWide: false,
          media: { scene: "cover", known: known(record?.image_id, record?.image_url, record?.title ?? "") },
        },
        {
          name: "image_mobile_id",
          isWide: false,
          media: {
            scene: "cover",
            known: known(record?.image_mobile_id, record?.image_mobile_url, record?.title ?? ""),
          },
        },
      ],
    },
    {
      title: "链接",
      fields: [{ name: "link_type" }, { name: "link_value", isUnseen: true, when: hasLink }],
      below: (values: FormValues, form: FormHandle) => <LinkPicker values={values} form={form} />,
    },
    {
      title: "投放",
      fields: ["platform", "position", "countries", "lang", "start_at", "end_at", "sort"],
      below: (values: FormValues) => <PlaceNotice values={values} exceptId={record?.id} />,
    },
    {
      title: "预览",
      fields: [],
      below: (values: FormValues) => <BannerPreview values={values} record={record} />,
    },
  ],
});

const hasLink = ({ link_type }: FormValues): boolean => link_type !== "none";
