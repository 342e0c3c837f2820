import type { RoomRow } from "~/contract/house/room";

/** The file of a layout's plan, as the layout is thought to become. */
export const planOf = ({ floor_plan_id, proposed }: RoomRow): number => proposed?.floor_plan_id ?? floor_plan_id;
