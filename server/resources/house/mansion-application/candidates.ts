import { MansionFields, type SimilarMansion } from "~/contract/house/mansion";
import type { Db } from "~/server/database/database";
import type { Services } from "~/server/lib/services";
import { similarMansions } from "../mansion/similar";

/** Buildings that may be the one that is asked for. */
export async function candidatesOf(
  db: Db,
  services: Services,
  payload: Readonly<Record<string, unknown>>,
): Promise<SimilarMansion[]> {
  // It came from outside and was not checked: what does not fit says nothing.
  const { shape } = MansionFields;
  const name = shape.name.safeParse(payload.name).data;
  if (!name) return [];
  const [lat, lng] = [shape.lat.safeParse(payload.lat).data, shape.lng.safeParse(payload.lng).data];
  const others = [shape.name_local, shape.name_en].map((schema, index) =>
    schema.safeParse([payload.name_local, payload.name_en][index]),
  );
  return similarMansions(db, services, {
    name,
    names: [...others.flatMap(({ data }) => data ?? []), ...(shape.alias.safeParse(payload.alias).data ?? [])],
    lat: lat ?? null,
    lng: lng ?? null,
    country: shape.country_code.safeParse(payload.country_code).data,
  });
}
