import type { AlbumCategory } from "~/contract/house/album";
import type { album } from "~/server/database/tables/house/property";
import type { GalleryPicture } from "../drawings/gallery";
import { fileOf, type MadeFile } from "../shared/files";
import type { Random } from "../shared/random";
import type { Staff } from "../system/staff";
import type { DemoMansion } from "./mansions";

type Entry = typeof album.$inferInsert;

const captions: Readonly<Partial<Record<AlbumCategory, readonly string[]>>> = {
  exterior: ["正面外观", "临街外观"],
  floor_plan: ["户型示意"],
  facility: ["业主会所"],
};

/** A drawn picture that albums share: of an outside the house, of a plan the layout. */
export interface AlbumPicture extends Pick<GalleryPicture, "category" | "house" | "layout"> {
  id: number;
}

/** The pictures of one house among all: of the others' outsides none. */
export function picturesOfOne<P extends Pick<GalleryPicture, "house">>(random: Random, pictures: readonly P[]): P[] {
  const house = random.pick(pictures.filter((picture) => picture.house !== undefined)).house;
  return pictures.filter((picture) => picture.house === undefined || picture.house === house);
}

/** Pictures drawn once and shared by the albums of a third of the buildings, three to six each. */
export function makeMansionPictures(
  random: Random,
  staff: readonly Staff[],
  rows: readonly DemoMansion[],
  gallery: readonly GalleryPicture[],
  firstId: number,
): { files: MadeFile[]; entries: Entry[]; pictures: AlbumPicture[] } {
  const keeper = random.pick(
    staff.filter(({ roles, status }) => roles.includes("estate_manager") && status === "enabled"),
  );
  const first = Math.min(...rows.map(({ created_at }) => Date.parse(created_at)));
  const pictures = gallery.map((drawn, place) => ({
    ...drawn,
    file: fileOf(random, firstId + place, { scene: "album", name: drawn.name, by: keeper.id, at: first, drawn }),
  }));
  const entries = random
    .shuffle(rows.filter(({ status }) => status !== "merged"))
    .slice(0, Math.round(rows.length / 3))
    .sort((a, b) => a.id - b.id)
    .flatMap((owner) => {
      const own = picturesOfOne(random, pictures);
      const outside = own.find(({ category }) => category === "exterior");
      const others = random.shuffle(own.filter((picture) => picture !== outside)).slice(0, random.whole(2, 5));
      const chosen = [...(outside ? [outside] : []), ...others];
      const cover = chosen[0];
      return chosen.map((picture, sort): Entry => {
        const words = captions[picture.category];
        return {
          ...{
            owner_type: "mansion",
            owner_id: owner.id,
            category: picture.category,
            media_id: picture.file.row.id ?? 0,
            sort,
          },
          caption: words && random.chance(0.5) ? random.pick(words) : null,
          is_cover: picture === cover,
          ...{ created_at: owner.created_at, updated_at: owner.created_at },
          ...{ created_by: owner.created_by, updated_by: owner.created_by },
        };
      });
    });
  return {
    files: pictures.map(({ file }) => file),
    entries,
    pictures: gallery.map(({ category, house, layout }, place) => ({
      ...{ id: firstId + place, category },
      ...(house !== undefined && { house }),
      ...(layout && { layout }),
    })),
  };
}
