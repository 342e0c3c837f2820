import type { AlbumCategory } from "~/contract/house/album";
import { times } from "../shared/random";
import { roomPicture } from "./inside";
import { housePicture, viewPicture } from "./outside";
import { layoutPlans, type PlanLayout, planPicture } from "./plan";
import { box, drawing, height, line, width } from "./svg";

export interface Drawn {
  bytes: Uint8Array;
  /** A small one of it, WebP, as an upload has. */
  thumb?: Uint8Array;
  mime: string;
  width: number | null;
  height: number | null;
}

/** A picture with what it shows: of an outside the house, of a plan the layout. */
export interface GalleryPicture extends Drawn {
  category: AlbumCategory;
  name: string;
  house?: number;
  layout?: PlanLayout;
}

const counts = {
  full: { houses: 12, rooms: 9, views: 4 },
  small: { houses: 3, rooms: 2, views: 1 },
} as const;

type Sketch = Omit<GalleryPicture, keyof Drawn> & { svg: string };

/** Everything that the demo shows of property, drawn by this code and without a word in it; the same every time. */
export function sketches(size: keyof typeof counts): Sketch[] {
  const count = counts[size];
  const layouts = Object.keys(layoutPlans) as PlanLayout[]; // the keys of the literal
  const many = (total: number, category: AlbumCategory, name: string, draw: (place: number) => string) =>
    times(total, (place): Sketch => ({ category, name: `${name}-${place + 1}`, svg: draw(place) }));
  return [
    // Each house twice: by day and in the evening.
    ...times(count.houses * 2, (place): Sketch => {
      const house = place >> 1;
      return { category: "exterior", name: `outside-${place + 1}`, house, svg: housePicture(house, place) };
    }),
    ...many(count.rooms, "interior", "room", roomPicture),
    ...layouts.map((layout): Sketch => {
      return { category: "floor_plan", name: `plan-${layout}`, layout, svg: planPicture(layout) };
    }),
    ...many(count.views, "surrounding", "view", viewPicture),
  ];
}

const thumbWidth = 320;

/** What is drawn for the whole demo: pictures of property, and pages in place of scanned documents. */
export interface Drawings {
  gallery: GalleryPicture[];
  papers: Drawn[];
}

/** The sketches as files of about 12 KB each, with small ones of about 4 KB. */
export const drawGallery = (size: keyof typeof counts): Promise<GalleryPicture[]> =>
  Promise.all(
    sketches(size).map(async ({ svg, name, ...about }) => ({ ...about, name: `${name}.webp`, ...(await fileOf(svg)) })),
  );

const paperColours = ["#5b4a24", "#1f3f66", "#234a30", "#5f2626"] as const;
/** DEMO, in strokes. */
const demo = "M0 0V40H14L26 28V12L14 0Z M66 0H40V40H66 M40 20H60 M80 40V0L94 20L108 0V40 M122 0H148V40H122Z";

/** Pages with lines, like scanned documents, marked DEMO. */
export const drawPapers = (): Promise<Drawn[]> =>
  Promise.all(
    paperColours.map((colour, variant) => {
      const lines = times(9, (at) =>
        box(300, 200 + at * 36, 340 - ((at * 37 + variant * 53) % 160), 12, colour, 'opacity=".35"'),
      );
      const photo = box(90, 200, 170, 210, colour, 'opacity=".18"');
      const word = line(demo, colour, 7, 'transform="translate(90 90)"');
      return fileOf(drawing([box(0, 0, width, height, "#f7f3e8"), photo, word, ...lines]));
    }),
  );

async function fileOf(svg: string): Promise<Drawn> {
  const { default: sharp } = await import("sharp");
  const drawn = sharp(Buffer.from(svg));
  return {
    bytes: await drawn.clone().webp({ quality: 72, effort: 0 }).toBuffer(),
    thumb: await drawn.clone().resize(thumbWidth).webp({ quality: 52, effort: 0 }).toBuffer(),
    ...{ mime: "image/webp", width, height },
  };
}
