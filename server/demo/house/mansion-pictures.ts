import type { AlbumCategory } from "~/contract/house/album";
import type { album } from "~/server/database/tables/house/property";
import type { GalleryPicture } from "../drawings/gallery";
import { fileOf, type MadeFile } from "../shared/files";
import type { Random } from "../shared/random";
import { type Staff, staffOf } from "../system/staff";
import type { DemoMansion } from "./mansions";

type Entry = typeof album.$inferInsert;

const captions: Readonly<Partial<Record<AlbumCategory, string>>> = {
  ...{ exterior: "正面外观", floor_plan: "户型示意", facility: "业主会所" },
};

/** A drawn picture that albums share: of an outside the house, of a plan the layout. */
export interface AlbumPicture extends Pick<GalleryPicture, "category" | "house" | "layout"> {
  id: number;
}

/** The pictures of one house among all: of the others' outsides none. */
export function picturesOfOne(random: Random, pictures: readonly AlbumPicture[]): AlbumPicture[] {
  const { house } = random.pick(pictures.filter((picture) => picture.house !== undefined));
  return pictures.filter((picture) => picture.house === undefined || picture.house === house);
}

/** An album of these pictures, with the first one in front. */
export const albumOf = (
  owner_type: "estate" | "mansion",
  owner: { id: number; created_at: string; created_by?: number | null | undefined },
  pictures: readonly AlbumPicture[],
): Entry[] =>
  pictures.map(({ id, category }, sort) => ({
    ...{ owner_type, owner_id: owner.id, category, media_id: id, sort, is_cover: sort === 0 },
    caption: captions[category] ?? null,
    ...{ created_at: owner.created_at, updated_at: owner.created_at },
    ...{ created_by: owner.created_by, updated_by: owner.created_by },
  }));

/** Pictures drawn once and shared by the albums of a third of the buildings, three to six each. */
export function makeMansionPictures(
  random: Random,
  staff: readonly Staff[],
  rows: readonly DemoMansion[],
  gallery: readonly GalleryPicture[],
  firstId: number,
): { files: MadeFile[]; entries: Entry[]; pictures: AlbumPicture[] } {
  const by = random.pick(staffOf(staff, "estate_manager")).id;
  const at = Math.min(...rows.map(({ created_at }) => Date.parse(created_at)));
  const pictures = gallery.map((drawn, place) => ({ ...drawn, id: firstId + place }));
  const owners = random.shuffle(rows.filter(({ status }) => status !== "merged")).slice(0, Math.round(rows.length / 3));
  return {
    files: pictures.map((drawn) => fileOf(random, drawn.id, { scene: "album", name: drawn.name, by, at, drawn })),
    entries: owners
      .sort((a, b) => a.id - b.id)
      .flatMap((owner) => {
        const own = picturesOfOne(random, pictures);
        const outside = own.filter(({ category }) => category === "exterior").slice(0, 1);
        const others = own.filter((picture) => !outside.includes(picture));
        return albumOf("mansion", owner, [...outside, ...random.some(others, 2, 5)]);
      }),
    pictures,
  };
}
