import type { z } from "zod";
import { metaOf } from "~/contract/field";
import { MansionFields } from "~/contract/house/mansion";
import { ClaimFields } from "~/contract/house/mansion-application";
import { Station } from "~/contract/shared/property";
import type { Db } from "~/server/database/database";
import { changesOf } from "~/server/lib/audit";
import type { Looking } from "~/server/lib/call";
import { lookUp, spelledOut } from "~/server/lib/dictionary";
import type { Services } from "~/server/lib/services";
import { decimalText } from "~/server/resources/shared/amounts";
import { similarMansions } from "../mansion/similar";
import { sayStation } from "../mansion/write";

/** Buildings that may be the one that is asked for. */
export async function candidatesOf(db: Db, services: Services, payload: Readonly<Record<string, unknown>>) {
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

type Values = Readonly<Record<string, unknown>>;

/** Fields that one may ask for: of a building, or of a claim. */
export const schemaOf = (type: string) => (type === "claim" ? ClaimFields : MansionFields);

/** What of it each field would take. The rest came from outside as it is: a district is a number, whatever somebody has written there. */
export function fittingOf(type: string, values: Values): Record<string, unknown> {
  const shape = shapeOf(schemaOf(type));
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => shape[name]?.safeParse(value).success));
}

/** What is asked for field by field, in words; a value that no field takes is shown as it came, since the handler is to see it. `currency` is that of amounts which come without one. */
export async function payloadTexts(asking: Looking, type: string, values: Values, currency: string | null = null) {
  const schema = schemaOf(type);
  const fitting = Object.fromEntries(Object.entries(fittingOf(type, values)).map(plainAmount));
  const unfit = Object.fromEntries(Object.entries(values).filter(([name]) => !(name in fitting)));
  const dictionary = await lookUp(asking, schema, fitting);
  const words = { ...spelledOut(dictionary, schema, fitting), ...unfit };
  const said = "stations" in values ? { ...words, stations: stationTexts(values.stations) } : words;
  return new Map(
    changesOf(schema, {}, { ...said, currency: words.currency ?? currency }).flatMap(({ field, after }) =>
      after === null || !(field in values) ? [] : [[field, after]],
    ),
  );
}

/** An amount as the building's column writes it, so that the same one is seen as the same. */
const plainAmount = ([name, value]: [string, unknown]): [string, unknown] =>
  metaOf(shapeOf(MansionFields)[name]).control === "money" && typeof value === "string"
    ? [name, decimalText(value)]
    : [name, value];

const shapeOf = ({ shape }: z.ZodObject): Readonly<Record<string, z.ZodType | undefined>> => shape;

function stationTexts(value: unknown): string[] {
  const parsed = Station.array().safeParse(value);
  return parsed.success ? parsed.data.map(sayStation) : [JSON.stringify(value)];
}
