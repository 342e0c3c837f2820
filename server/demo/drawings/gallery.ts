import type { AlbumCategory } from "~/contract/house/album";
import type { DemoOptions } from "../terms";
import { amenityPicture, hallPicture, roomPicture } from "./inside";
import { housePicture, outsides, viewPicture } from "./outside";
import { planPicture } from "./plan";
import { layoutPlans, type PlanLayout } from "./plan-layouts";
import { height, width } from "./svg";

/** A file that was drawn. */
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
  full: { houses: outsides.houses, rooms: 9, halls: 3, amenities: 4, views: 4 },
  small: { houses: 3, rooms: 2, halls: 1, amenities: 1, views: 1 },
} as const;

type Sketch = Omit<GalleryPicture, keyof Drawn> & { svg: string };

/** Everything that the demo shows of property, drawn by this code and without a word in it; the same every time. */
export function sketches(size: DemoOptions["size"]): Sketch[] {
  const count = counts[size];
  const many = (total: number, sketch: (index: number) => Sketch) =>
    Array.from({ length: total }, (_, index) => sketch(index));
  const layouts = Object.keys(layoutPlans) as PlanLayout[]; // the keys of the literal
  return [
    // Each house twice: by day, and in the evening or at night.
    ...many(count.houses * 2, (index) => {
      const house = index >> 1;
      const hour = index % 2 ? 2 + ((house >> 1) % 2) : house % 2;
      return { category: "exterior", name: `outside-${index + 1}`, house, svg: housePicture(house, hour) };
    }),
    ...many(count.halls, (index) => ({ category: "lobby", name: `hall-${index + 1}`, svg: hallPicture(index) })),
    ...many(count.amenities, (index) => ({
      category: "facility",
      name: `lounge-${index + 1}`,
      svg: amenityPicture(index),
    })),
    ...many(count.rooms, (index) => ({ category: "interior", name: `room-${index + 1}`, svg: roomPicture(index) })),
    ...layouts.flatMap((layout, place) =>
      [false, true].map(
        (isMirrored): Sketch => ({
          ...{ category: "floor_plan", name: `plan-${place * 2 + (isMirrored ? 2 : 1)}`, layout },
          svg: planPicture(layout, isMirrored),
        }),
      ),
    ),
    ...many(count.views, (index) => ({ category: "surrounding", name: `view-${index + 1}`, svg: viewPicture(index) })),
  ];
}

const thumbWidth = 320;

/** The sketches as files of about 12 KB each, with small ones of about 4 KB. */
export async function drawGallery(size: DemoOptions["size"]): Promise<GalleryPicture[]> {
  const { default: sharp } = await import("sharp");
  return Promise.all(
    sketches(size).map(async ({ svg, name, ...about }) => {
      const drawn = sharp(Buffer.from(svg));
      return {
        ...about,
        name: `${name}.webp`,
        bytes: await drawn.clone().webp({ quality: 72, effort: 0 }).toBuffer(),
        thumb: await drawn.clone().resize(thumbWidth).webp({ quality: 52, effort: 0 }).toBuffer(),
        mime: "image/webp",
        width,
        height,
      };
    }),
  );
}
