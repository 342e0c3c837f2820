import { times } from "../shared/random";
import { box, drawing, height, line, width } from "./svg";

const wall = "#2b343f";
const thin = "#55606d";
const grounds: Readonly<Record<PlanRoom["kind"], string>> = {
  living: "#f3e4cc",
  bedroom: "#f1e9dc",
  kitchen: "#efe7da",
  wet: "#dcebf1",
  entry: "#e4e1da",
  closet: "#ece7df",
  balcony: "#eef1ec",
};

/** A flat to scale, as of its layout: rooms, doors, windows and what is built in. Metres become pixels by one measure for the whole drawing. */
export function planPicture(layout: PlanLayout): string {
  const { rooms, doors, windows } = layoutPlans[layout];
  const [wide, high] = [Math.max(...rooms.map(({ x, w }) => x + w)), Math.max(...rooms.map(({ y, h }) => y + h))];
  const scale = Math.min((width - 120) / wide, (height - 110) / high);
  const px = (metres: number) => metres * scale;
  const inside = rooms.filter(({ kind }) => kind !== "balcony");
  const drawn = [
    // The outer half of these strokes stays to be seen: the outer walls.
    ...inside.map(({ x, y, w, h }) => box(px(x), px(y), px(w), px(h), wall, `stroke="${wall}" stroke-width="16"`)),
    ...rooms.map((room) => box(px(room.x), px(room.y), px(room.w), px(room.h), grounds[room.kind])),
    ...rooms.filter(({ kind }) => kind === "living" || kind === "bedroom").map((room) => boards(room, px)),
    ...rooms.map((room) => fittings(room, px)),
    ...rooms.map(({ x, y, w, h }) => box(px(x), px(y), px(w), px(h), "none", `stroke="${thin}" stroke-width="4"`)),
    ...doors.map(([x, y, turn]) => door(px(x), px(y), px(0.8), turn)),
    ...windows.map(([x, y, length, upright]) => pane(px(x), px(y), px(length), upright === 1)),
  ].join("");
  const [left, top] = [(width - px(wide)) / 2, (height - px(high)) / 2 - 10];
  return drawing([box(0, 0, width, height, "#fdfcfa"), `<g transform="translate(${left} ${top})">${drawn}</g>`]);
}

type Px = (metres: number) => number;

const boards = ({ x, y, w, h }: PlanRoom, px: Px): string => {
  const joints = times(Math.floor(h / 0.3), (place) => `M${px(x)} ${px(y + (place + 1) * 0.3)}h${px(w)}`);
  return line(joints.join(""), "#d9c4a3", 0.8, 'opacity=".55"');
};

/** The fittings and furniture of a room, by its kind; drawn by the room's own measures. */
function fittings({ kind, x, y, w, h, holds }: PlanRoom, px: Px): string {
  const at = (dx: number, dy: number, dw: number, dh: number, fill: string, more = "") =>
    box(px(x + dx), px(y + dy), px(dw), px(dh), fill, `stroke="${thin}" stroke-width="1.6" ${more}`);
  const items: Readonly<Record<NonNullable<PlanRoom["holds"]>, () => string[]>> = {
    bath: () => [at(0.12, 0.12, w - 0.24, Math.min(0.75, h - 0.24), "#fff", 'rx="14"')],
    toilet: () => [
      at(w / 2 - 0.22, 0.1, 0.44, 0.2, "#fff", 'rx="3"'),
      at(w / 2 - 0.19, 0.3, 0.38, 0.5, "#fff", 'rx="14"'),
    ],
    basin: () => [at(0.1, 0.1, Math.min(0.9, w - 0.2), 0.5, "#fff", 'rx="4"')],
    sink: () => [at(0.08, 0.08, w - 0.16, 0.6, "#fbfaf7"), at(0.25, 0.18, 0.6, 0.38, "#dfe8ec", 'rx="4"')],
    bed: () => [
      at(w / 2 - 0.7, 0.15, 1.4, 1.95, "#fdfbf7", 'rx="4"'),
      at(w / 2 - 0.6, 0.22, 1.2, 0.34, "#fff", 'rx="5"'),
      at(w / 2 - 0.7, 0.95, 1.4, 1.15, "#dfe6ea", 'rx="4"'),
    ],
    sofa: () => [
      at(0.25, h - 1.05, 1.9, 0.8, "#e3ddd2", 'rx="8"'),
      at(0.6, h - 1.95, 1.1, 0.55, "#efe3cf", 'rx="3"'),
      at(w - 1.5, 0.5, 1.15, 0.8, "#efe3cf", 'rx="4"'),
    ],
  };
  if (kind === "closet") return line(`M${px(x)} ${px(y)}L${px(x + w)} ${px(y + h)}`, "#b9b1a4", 1.2);
  return holds ? items[holds]().join("") : "";
}

/** Its opening in the wall, the leaf and the path that it turns, by a quarter each. */
function door(x: number, y: number, wide: number, turn: number): string {
  const leaf = line(`M0 0V${wide}M0 ${wide}A${wide} ${wide} 0 0 0 ${wide} 0`, thin, 1.8);
  return `<g transform="translate(${x} ${y}) rotate(${turn * 90})">${box(0, -6.5, wide, 13, "#fdfcfa")}${leaf}</g>`;
}

const pane = (x: number, y: number, length: number, isUpright: boolean): string => {
  const edge = `stroke="${wall}" stroke-width="1.6"`;
  return isUpright ? box(x - 5.5, y, 11, length, "#e8f3fa", edge) : box(x, y - 5.5, length, 11, "#e8f3fa", edge);
};

/** A room of a plan, in metres from the upper left corner. */
interface PlanRoom {
  kind: "living" | "bedroom" | "kitchen" | "wet" | "entry" | "closet" | "balcony";
  x: number;
  y: number;
  w: number;
  h: number;
  holds?: "bath" | "toilet" | "basin" | "sink" | "bed" | "sofa";
}

/** Rooms by kind, place and measures in metres, and what they hold. */
const rooms = (text: string) =>
  text.split(/,\s+/).map((one) => {
    const [kind, x, y, w, h, holds] = one.split(" ");
    const room = { kind, x: Number(x), y: Number(y), w: Number(w), h: Number(h), ...(holds && { holds }) };
    return room as PlanRoom; // what is written below
  });

/** Places in metres: of a door its hinge and by how many quarters it is turned, of a window its length and whether it is upright. */
const marks = (text: string) =>
  text.split(", ").map((one) => {
    const [x = 0, y = 0, third = 0, fourth = 0] = one.split(" ").map(Number);
    return [x, y, third, fourth] as const;
  });

/** Flats as they are built: wet rooms by the entrance, living rooms at the balcony. */
export const layoutPlans = {
  studio: {
    rooms: rooms(`entry 0 0 1.4 2.4, wet 1.4 0 1.4 1.6 bath, wet 2.8 0 1 1.6 toilet, kitchen 1.4 1.6 2.4 0.8 sink,
      bedroom 0 2.4 3.8 4 bed, balcony 0 6.4 3.8 1.1`),
    doors: marks("0.3 0 0, 1.4 0.3 1, 3.6 1.6 2, 0.3 2.4 0"),
    windows: marks("0.7 6.4 2.4 0"),
  },
  "1K": {
    rooms: rooms(`entry 0 0 1.3 3, wet 1.3 0 1.5 1.7 bath, wet 2.8 0 1 1.7 toilet, kitchen 1.3 1.7 2.5 1.3 sink,
      bedroom 0 3 3.8 3.8 bed, closet 3.8 3 0.7 2.2, balcony 0 6.8 4.5 1.1`),
    doors: marks("0.25 0 0, 1.3 0.3 1, 3.6 1.7 2, 0.25 3 0"),
    windows: marks("0.6 6.8 2.6 0"),
  },
  "1DK": {
    rooms: rooms(`entry 0 0 1.4 2.6, wet 1.4 0 1.6 1.7 bath, wet 3 0 1 1.7 toilet, wet 1.4 1.7 1.3 0.9 basin,
      closet 2.7 1.7 1.3 0.9, living 0 2.6 4 3.4, kitchen 4 0 2.2 2.6 sink, bedroom 4 2.6 3 3.4 bed, balcony 0 6 7 1.2`),
    doors: marks("0.3 0 0, 1.4 1.8 1, 0.3 2.6 0, 4 4.4 1, 3.8 1.7 2"),
    windows: marks("0.8 6 2.4 0, 4.6 6 1.8 0, 6.2 0.6 1.2 1"),
  },
  "1LDK": {
    rooms: rooms(`entry 0 0 1.5 2.8, wet 1.5 0 1.7 1.8 bath, wet 3.2 0 1.4 1.8 basin, wet 1.5 1.8 1.2 1 toilet,
      closet 2.7 1.8 1.9 1, kitchen 4.6 0 2.8 2.8 sink, living 0 2.8 4.6 4.4 sofa, bedroom 4.6 2.8 3.4 4.4 bed,
      balcony 0 7.2 8 1.4`),
    doors: marks("0.35 0 0, 3.2 0.5 1, 0.35 2.8 0, 4.6 5.6 1, 2.5 2.8 2, 4.6 1.7 1"),
    windows: marks("0.8 7.2 3 0, 5.2 7.2 2.2 0, 7.4 0.7 1.4 1, 0 4 1.6 1"),
  },
  "2LDK": {
    rooms: rooms(`bedroom 0 0 3.2 3.4 bed, entry 3.2 0 1.5 3.4, wet 4.7 0 1.8 1.9 bath, wet 6.5 0 1.5 1.9 basin,
      wet 4.7 1.9 1.3 1.5 toilet, closet 6 1.9 2 1.5, kitchen 8 0 1.9 3.4 sink, living 3.2 3.4 6.7 4.4 sofa,
      bedroom 0 3.4 3.2 4.4 bed, balcony 0 7.8 9.9 1.5`),
    doors: marks("3.5 0 0, 3.2 2.2 1, 6.5 0.6 1, 3.6 3.4 0, 3.2 5.4 1, 4.7 2.2 1"),
    windows: marks("0.8 0 1.6 0, 0.6 7.8 2 0, 4.2 7.8 4.4 0, 9.9 0.8 1.4 1, 9.9 4.6 1.8 1"),
  },
  "3LDK": {
    rooms: rooms(`bedroom 0 0 3.3 3.6 bed, entry 3.3 0 1.5 4.4, bedroom 4.8 0 3 3 bed, wet 7.8 0 1.8 1.9 bath,
      wet 9.6 0 1.6 1.9 basin, wet 7.8 1.9 1.3 1.1 toilet, closet 9.1 1.9 2.1 1.1, closet 0 3.6 3.3 0.8,
      kitchen 8.2 3 3 2.2 sink, entry 4.8 3 3.4 1.4, living 3.3 4.4 4.9 4.4 sofa, living 8.2 5.2 3 3.6,
      bedroom 0 4.4 3.3 4.4 bed, balcony 0 8.8 11.2 1.6`),
    doors: marks("3.6 0 0, 3.3 2.4 1, 5.2 3 0, 9.6 0.5 1, 3.5 4.4 0, 3.3 6.4 1, 7.8 2 1"),
    windows: marks("0.9 0 1.6 0, 5.5 0 1.6 0, 0.7 8.8 2 0, 3.9 8.8 3.6 0, 8.6 8.8 2.2 0, 11.2 3.6 1.2 1"),
  },
  "4LDK+": {
    rooms:
      rooms(`bedroom 0 0 3.4 3.8 bed, bedroom 3.4 0 3 3.8 bed, entry 6.4 0 1.6 5, wet 8 0 1.9 2 bath, wet 9.9 0 1.6 2 basin,
      wet 8 2 1.4 1.2 toilet, closet 9.4 2 2.1 1.2, bedroom 11.5 0 3 3.2 bed, closet 0 3.8 3.4 1.2,
      entry 3.4 3.8 3 1.2, kitchen 8 3.2 3.5 2.4 sink, closet 11.5 3.2 3 0.9, living 3.4 5 4.6 4.8 sofa,
      living 8 5.6 3.5 4.2, bedroom 0 5 3.4 4.8 bed, bedroom 11.5 4.1 3 5.7 bed, balcony 0 9.8 14.5 1.7`),
    doors: marks("6.7 0 0, 2.3 3.8 3, 4.2 3.8 3, 9.9 0.6 1, 6.6 5 0, 3.4 6.8 1, 11.5 6.6 1, 8 2.2 1"),
    windows: marks(
      "0.9 0 1.6 0, 4.1 0 1.6 0, 12.2 0 1.6 0, 0.7 9.8 2 0, 4 9.8 3.4 0, 8.4 9.8 2.6 0, 12 9.8 2 0, 14.5 6 1.8 1",
    ),
  },
};

export type PlanLayout = keyof typeof layoutPlans;
