import type { FormSection } from "~/app/blocks/form/form-entry";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { ContentKindOf, ContentRecord } from "~/app/features/content/content-kind";
import { coverOf } from "~/app/features/content/known-cover";
import { contentForm, contentList } from "~/contract/content/content-screens";
import { type VideoDetail, type VideoFields, VideoWhole, video } from "~/contract/resource/video";

type Sections = readonly FormSection<typeof VideoFields>[];

const FilmPanel = lazyPart(() => import("./film-panel"), "FilmPanel");

const filmOf = (record: ContentRecord | undefined) => {
  // The record is a video's: the kind below says which endpoints have read it.
  const { film } = (record ?? {}) as Partial<VideoDetail>;
  return film ? [film] : [];
};

const sections = (record: ContentRecord | undefined): Sections => [
  {
    title: "视频",
    fields: [
      "source",
      {
        name: "media_id",
        media: { scene: "film", known: filmOf(record) },
        when: ({ source }) => source !== "link",
      },
      { name: "external_url", isWide: true, when: ({ source }) => source === "link" },
      { name: "cover_id", media: { scene: "cover", known: coverOf(record) } },
      "duration",
    ],
    below: (values, form) =>
      values.source !== "link" && typeof values.media_id === "number" ? (
        <FilmPanel key={values.media_id} mediaId={values.media_id} {...{ values, form }} />
      ) : null,
  },
  {
    title: "信息",
    fields: [
      { name: "title", isWide: true },
      "type",
      { name: "tags", isWide: true },
      { name: "description", isWide: true },
    ],
  },
  {
    title: "关联",
    fields: [
      "country_code",
      { name: "district_id", within: "country_code" },
      { name: "estate_ids", isWide: true, within: "country_code" },
    ],
  },
  { title: "发布", fields: ["sort", "offline_at"] },
];

export const videoKind: ContentKindOf = {
  kind: "video",
  endpoints: video,
  whole: VideoWhole,
  listPath: contentList("video"),
  formPath: (id, isDraft) => contentForm("video", id, isDraft),
  begin: { source: "upload", sort: 100 },
  sections: sections as ContentKindOf["sections"],
};
