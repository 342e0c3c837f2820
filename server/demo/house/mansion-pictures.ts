import type { AlbumCategory } from "~/contract/house/album";
import type { album } from "~/server/database/tables/house/property";
import { drawer, fileOf, type MadeFile } from "../shared/files";
import type { Random } from "../shared/random";
import type { Staff } from "../system/staff";
import type { DemoMansion } from "./mansions";

type Entry = typeof album.$inferInsert;

/** What stands on the drawn picture, which drawing it is, and how many of them there are. */
const motifs: readonly (readonly [AlbumCategory, string, "scene" | "plan", number])[] = [
  ["exterior", "OUTSIDE", "scene", 8],
  ["lobby", "HALL", "scene", 2],
  ["facility", "LOUNGE", "scene", 2],
  ["interior", "ROOM", "scene", 3],
  ["floor_plan", "PLAN", "plan", 4],
  ["surrounding", "STREET", "scene", 1],
];
const captions: Readonly<Partial<Record<AlbumCategory, readonly string[]>>> = {
  exterior: ["正面外观", "夜景", "东侧外观"],
  floor_plan: ["2LDK 户型示意", "1LDK 户型示意"],
  facility: ["业主会所"],
};

/** A drawn picture that albums share. */
export interface AlbumPicture {
  id: number;
  category: AlbumCategory;
}

/** Pictures drawn once and shared by the albums of a third of the buildings, three to six each. */
export function makeMansionPictures(
  random: Random,
  staff: readonly Staff[],
  rows: readonly DemoMansion[],
  firstId: number,
): { files: MadeFile[]; entries: Entry[]; pictures: AlbumPicture[] } {
  const keeper = random.pick(
    staff.filter(({ roles, status }) => roles.includes("estate_manager") && status === "enabled"),
  );
  const first = Math.min(...rows.map(({ created_at }) => Date.parse(created_at)));
  const drawn = drawer();
  const pictures = motifs
    .flatMap(([category, word, kind, count]) =>
      Array.from({ length: count }, (_, index) => ({ category, word, kind, index })),
    )
    .map(({ category, word, kind, index }, place) => {
      const name = `${word.toLowerCase()}-${index + 1}.png`;
      const picture = drawn(kind, `${word} ${index + 1}`, index + 1);
      return {
        category,
        file: fileOf(random, firstId + place, { scene: "album", name, by: keeper.id, at: first, ...picture }),
      };
    });
  const entries = random
    .shuffle(rows.filter(({ status }) => status !== "merged"))
    .slice(0, Math.round(rows.length / 3))
    .sort((a, b) => a.id - b.id)
    .flatMap((owner) => {
      const chosen = random.shuffle(pictures).slice(0, random.whole(3, 6));
      const cover = chosen.find(({ category }) => category === "exterior") ?? chosen[0];
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
    pictures: pictures.map(({ category }, place) => ({ id: firstId + place, category })),
  };
}
