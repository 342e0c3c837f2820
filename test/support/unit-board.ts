import { beforeEach } from "vitest";
import { unit as contract } from "~/contract/house/unit";
import type { unit } from "~/server/database/tables/house/estate";
import { testNow } from "./factories";
import type { setUp } from "./set-up";
import { type As, signedIn } from "./signed-in";

type Made<N extends "estate" | "room"> = Awaited<ReturnType<ReturnType<typeof setUp>["make"][N]>>;
type Given = Partial<typeof unit.$inferInsert>;

export const hours = (count: number) => new Date(testNow.getTime() + count * 3_600_000);

/** An estate with a layout before each test, those who hold and edit its units, and their acts. */
export function unitBoard({ api, make, rowIn }: ReturnType<typeof setUp>) {
  const people = signedIn(api, {
    sales: { role: "sales", name: "林顾问", team: "一组" },
    colleague: { role: "sales", name: "陈顾问", team: "一组" },
    manager: { role: "sales_manager", name: "王经理", team: "一组" },
    stranger: { role: "sales", name: "赵顾问", team: "二组" },
    editor: { role: "estate_manager", name: "周房源" },
    admin: { role: "super_admin" },
  });
  // Filled before each test.
  const [estate, room] = [{} as Made<"estate">, {} as Made<"room">];
  beforeEach(async () => {
    Object.assign(estate, await make.estate({ name: "云汀·湾岸塔" }));
    Object.assign(room, await make.room({ estate_id: estate.id, name: "A1", area_sqm: 62.5, direction: "S" }));
  });
  const put = (given: Given = {}) => make.unit({ estate_id: estate.id, room_id: room.id, ...given });
  return {
    ...people,
    ...{ estate, room, put },
    /** A unit that the seller holds for a day. */
    held: (given: Given = {}) =>
      put({ status: "held", held_by: people.sales.id, held_until: hours(24).toISOString(), ...given }),
    /** A unit of another estate. */
    foreign: async (given: Given = {}) => {
      const { id: estate_id } = await make.estate();
      return put({ estate_id, room_id: (await make.room({ estate_id })).id, ...given });
    },
    unitOf: (id: number) => rowIn("unit", id),
    hold: (as: As, id: number, body: { hours?: number; customer_id?: number } = {}) =>
      as(contract.hold, { params: { id }, body: { hours: null, ...body } }),
    release: (as: As, id: number) => as(contract.release, { params: { id } }),
    board: (as: As, building?: string) => as(contract.board, { params: { id: estate.id }, query: { building } }),
  };
}
