import { z } from "zod";
import { bit } from "../common";
import { endpoint } from "../endpoint";
import * as field from "../field";

export const albumCategories = {
  exterior: "外观",
  lobby: "大堂",
  facility: "配套设施",
  interior: "室内/样板间",
  floor_plan: "平面图/户型图",
  site_plan: "总平图",
  location: "区位图",
  surrounding: "周边环境",
  construction: "工程进度",
  certificate: "证照",
  video: "视频",
  vr: "VR",
} as const;
export type AlbumCategory = keyof typeof albumCategories;

const filmCategories: readonly AlbumCategory[] = ["video", "vr"];

/** Categories that a picture, or a film, may be put in. */
export const categoriesOf = (isFilm: boolean): AlbumCategory[] =>
  (Object.keys(albumCategories) as AlbumCategory[]).filter((category) =>
    isFilm ? filmCategories.includes(category) : category !== "video",
  );

export const albumLimits = { images: 60, films: 10 } as const;

/** The picture that represents its owner: the one that is named, else the first of the outside, else the first. */
export const coverIn = <Picture extends { category: AlbumCategory; is_cover: boolean }>(pictures: readonly Picture[]) =>
  pictures.find(({ is_cover }) => is_cover) ?? pictures.find(({ category }) => category === "exterior") ?? pictures[0];

export const AlbumItem = z.object({
  media_id: field.id("图片"),
  category: field.choice("分类", albumCategories),
  caption: field.optional(field.text("说明", 60)),
  sort: field.integer("排序", 0, 9999).default(0),
  is_cover: z.boolean().default(false).meta({ label: "封面" }),
});
export type AlbumItem = z.output<typeof AlbumItem>;

export const AlbumEntry = field.rowOf(AlbumItem, AlbumItem.keyof().options, {
  name: z.string(),
  is_film: z.boolean(),
  /** Both hold until the end of tomorrow; a film has no small picture. */
  url: z.string(),
  thumb: z.string().nullable(),
});
export type AlbumEntry = z.output<typeof AlbumEntry>;

const Album = z.object({
  /** Changes with whatever is changed in the album: a PUT names the one that was read. */
  version: z.string(),
  items: z.array(AlbumEntry),
});
export type Album = z.output<typeof Album>;

/** Of an approved estate a change of the album waits for its review, unless the editor may review. */
const EstateAlbum = Album.extend({
  is_proposed: z.boolean(),
  /** The plans of its layouts that the album does not hold itself: they count as its 户型图, named by their layouts, and are changed there. */
  plans: z.array(AlbumEntry),
});
export type EstateAlbum = z.output<typeof EstateAlbum>;

export const picturesOf = ({ items, plans }: Pick<EstateAlbum, "items" | "plans">): AlbumEntry[] => [
  ...items,
  ...plans,
];

export const emptyAlbum = "empty";

/** Room for an album that a merge has made larger than the limits. */
const mostItems = 500;

const AlbumReplace = z.object({
  version: z.string().max(64).meta({ label: "版本" }),
  items: z.array(AlbumItem).max(mostItems, `相册最多${mostItems}项`).meta({ label: "相册" }),
});

export type AlbumReplace = z.input<typeof AlbumReplace>;

export const album = {
  ofMansion: endpoint("GET /api/estate/mansion/{id}/album", "楼栋相册", "house:mansion:view", { reply: Album }),
  replaceOfMansion: endpoint("PUT /api/estate/mansion/{id}/album", "保存楼栋相册", "house:mansion:edit", {
    body: AlbumReplace,
    reply: Album,
  }),
  ofEstate: endpoint("GET /api/estate/{id}/album", "房源相册", "house:estate:view", {
    /** For those who edit: the album as a waiting change would make it, where there is one. */
    query: z.object({ proposed: bit() }),
    reply: EstateAlbum,
  }),
  /** `version` is that of the album which is proposed, where one is. */
  replaceOfEstate: endpoint("PUT /api/estate/{id}/album", "保存房源相册", "house:estate:edit", {
    body: AlbumReplace,
    reply: EstateAlbum,
  }),
};
