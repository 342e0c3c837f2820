import type { z } from "zod";
import { readQuery } from "../read-query";
import { district } from "./district";

/** What a list of one level asks for at an address. Read alike by the screen and by whoever begins its requests. */
export const districtsAt = (from: Request | URL, level: number): z.output<typeof district.list.query> => ({
  ...readQuery(from, district.list),
  level,
});
