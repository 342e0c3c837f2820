import type { FormValues } from "~/app/blocks/form/field/schema-fields";
import type { FormHandle, FormSection } from "~/app/blocks/form/form-entry";
import { recordForm } from "~/app/blocks/form/use-record-form";
import { type BannerDetail, type BannerFields, banner } from "~/contract/resource/banner";
import { BannerPreview } from "./banner-preview";
import { LinkPicker } from "./link-picker";
import { PlaceNotice } from "./place-notice";

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

function hasLink({ link_type }: FormValues): boolean {
  return link_type !== "none";
}
