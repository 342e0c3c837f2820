import { isoInstant } from "~/server/database/tables/columns";
import type { album, mansion } from "~/server/database/tables/house/property";
import { namesOf } from "~/server/resources/house/mansion/names";
import { derivedOf, type MansionFacts } from "~/server/resources/house/mansion/write";
import type { GalleryPicture } from "../drawings/gallery";
import { inHours } from "../shared/calendar";
import type { Files } from "../shared/files";
import { type Random, spread } from "../shared/random";
import { numbered, stamps } from "../shared/rows";
import { type Base, staffOf } from "../terms";
import { placesOf, type Site } from "./mansion-places";
import { buildingAt } from "./premises";

type Row = typeof mansion.$inferInsert;
export type DemoMansion = Row & MansionFacts & Required<Pick<Row, "id" | "status" | "source" | "created_at">>;

const sourceWeights = { import: 74, manual: 23, application: 3 } as const;
const disabledShare = 0.03;
/** Five of 900 are doubles that have been merged. */
const mergedShare = 5 / 900;
const importedDaysAgo = 352;

/** The dictionary of buildings (domain G.2), all of them invented, in real districts. */
export function makeMansions({ random, calendar, staff }: Base, sites: readonly Site[], total: number): DemoMansion[] {
  const keepers = staffOf(staff, "estate_manager");
  const taken = new Set<string>();
  const sources = random.shuffle(spread(total, sourceWeights));
  const drafts = random.shuffle(placesOf(random, sites, total)).map((site, index) => {
    const source = sources[index] ?? "import";
    const at = source === "import" ? calendar.at(importedDaysAgo, 10, 20) : calendar.working(random.whole(12, 340));
    return { facts: buildingAt(random, calendar, site, taken), source, at, by: random.pick(keepers).id };
  });
  const rows = numbered(drafts, "LD").map(
    ({ facts, source, at, by, id, no: mansion_no }): DemoMansion => ({
      ...{ id, ...stamps(at, by), mansion_no, ...facts, ...derivedOf(facts, mansion_no) },
      ...{ source, status: "enabled", merged_to_id: null, version: 1 },
    }),
  );
  const change = (row: DemoMansion, changed: Partial<DemoMansion>) => {
    const updated_at = isoInstant(inHours(random, calendar, Date.parse(row.created_at), calendar.now));
    Object.assign(row, { version: 2, updated_at, updated_by: random.pick(keepers).id, ...changed });
  };
  const merges = Math.max(1, Math.round(total * mergedShare));
  const usable = random.shuffle(
    rows.filter(({ country_code, source }) => country_code === "JP" && source === "import"),
  );
  for (const [place, source] of usable.splice(0, merges).entries()) {
    const target = usable[place];
    if (!target) continue;
    // What a merge leaves (domain C.5): a row that leads to the other, which is found by its names.
    change(target, { alias: [source.name], ...derivedOf(target, target.mansion_no, namesOf(source)) });
    change(source, { status: "merged", merged_to_id: target.id });
  }
  for (const row of usable.slice(merges, merges + Math.round(total * disabledShare)))
    change(row, { status: "disabled" });
  return rows;
}

type Entry = typeof album.$inferInsert;

/** A drawn picture that albums share: of an outside the house, of a plan the layout. */
export interface AlbumPicture extends Pick<GalleryPicture, "category" | "house" | "layout"> {
  id: number;
}

/** The pictures of one house among all: of the others' outsides none. */
export function picturesOfOne(random: Random, pictures: readonly AlbumPicture[]): AlbumPicture[] {
  const { house } = random.pick(pictures.filter((picture) => picture.house !== undefined));
  return pictures.filter((picture) => picture.house === undefined || picture.house === house);
}

export const albumOf = (
  owner_type: "estate" | "mansion",
  owner: { id: number; created_at: string; created_by?: number | null | undefined },
  pictures: readonly AlbumPicture[],
): Entry[] =>
  pictures.map(({ id, category }, sort) => ({
    ...{ owner_type, owner_id: owner.id, category, media_id: id, sort, is_cover: sort === 0 },
    ...{ created_at: owner.created_at, updated_at: owner.created_at },
    ...{ created_by: owner.created_by, updated_by: owner.created_by },
  }));

/** Pictures drawn once and shared by the albums of a third of the buildings, three to six each. */
export function makeMansionPictures(
  { random, staff }: Base,
  rows: readonly DemoMansion[],
  gallery: readonly GalleryPicture[],
  files: Files,
): { entries: Entry[]; pictures: AlbumPicture[] } {
  const by = random.pick(staffOf(staff, "estate_manager")).id;
  const at = Math.min(...rows.map(({ created_at }) => Date.parse(created_at)));
  const owners = random.shuffle(rows.filter(({ status }) => status !== "merged")).slice(0, Math.round(rows.length / 3));
  const pictures = gallery.map((drawn) => {
    return { ...drawn, id: files.add(random, { scene: "album", name: drawn.name, by, at, drawn }) };
  });
  return {
    entries: owners
      .sort((a, b) => a.id - b.id)
      .flatMap((owner) => {
        const [first, ...others] = picturesOfOne(random, pictures);
        return albumOf("mansion", owner, [...(first ? [first] : []), ...random.some(others, 2, 5)]);
      }),
    pictures,
  };
}
