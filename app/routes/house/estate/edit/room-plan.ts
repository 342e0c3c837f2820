import type { RoomRow } from "~/contract/house/room";

export const planOf = ({ floor_plan_id, proposed }: RoomRow): number => proposed?.floor_plan_id ?? floor_plan_id;
