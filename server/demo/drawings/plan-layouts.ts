/** A room of a plan, in metres from the upper left corner. */
export interface PlanRoom {
  kind: "living" | "bedroom" | "kitchen" | "wet" | "entry" | "closet" | "balcony";
  x: number;
  y: number;
  w: number;
  h: number;
  holds?: "bath" | "toilet" | "basin" | "sink" | "bed" | "sofa";
}

interface Plan {
  rooms: readonly PlanRoom[];
  /** The hinge, and by how many quarters the door is turned: its opening goes right, down, left or up from there. */
  doors: readonly (readonly [x: number, y: number, turn: number, ...unknown[]])[];
  /** Upright where the last is 1. */
  windows: readonly (readonly [x: number, y: number, length: number, upright: number])[];
}

/** Rooms by kind, place and measures in metres, and what they hold. */
const rooms = (text: string) =>
  text.split(/,\s+/).map((one) => {
    const [kind, x, y, w, h, holds] = one.split(" ");
    const room = { kind, x: Number(x), y: Number(y), w: Number(w), h: Number(h), ...(holds && { holds }) };
    return room as PlanRoom; // what is written below
  });

/** Places in metres, each as its figures with blanks between them. */
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
} as const satisfies Readonly<Record<string, Plan>>;

export type PlanLayout = keyof typeof layoutPlans;
