import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { call } from "~/app/api/call";
import { type WriteAction, writes } from "~/app/api/writes";
import { district } from "~/contract/region/district";
import { districtsAt } from "~/contract/region/district-place";

const { create, update, remove, enable, disable, sort } = district;

/** What the lists of districts, their dialogs and the form write. */
const districtActs = { create, update, remove, enable, disable, sort };
export type DistrictAction = WriteAction<typeof districtActs>;
export const districtAction = writes(districtActs);

/** The loader of the list of one level. */
export const districtLoader =
  (level: number) =>
  ({ request }: ClientLoaderFunctionArgs) =>
    call(district.list, { query: districtsAt(request, level) }, { signal: request.signal });
