import { type AnyColumn, sql } from "drizzle-orm";

export interface Position {
  lat?: number | null;
  lng?: number | null;
}

const metresOfDegree = 111_195;

/** Rows that lie in the square around a place, which an index reads; undefined where the place is not known. */
export function squareAround(columns: { lat: AnyColumn; lng: AnyColumn }, { lat, lng }: Position, metres: number) {
  if (typeof lat !== "number" || typeof lng !== "number") return undefined;
  const up = metres / metresOfDegree;
  const aside = up / Math.max(Math.cos((lat * Math.PI) / 180), 0.01);
  return sql`(${columns.lat} between ${lat - up} and ${lat + up} and ${columns.lng} between ${lng - aside} and ${lng + aside})`;
}

export function metresBetween(one: Position, other: Position): number | null {
  if (typeof one.lat !== "number" || typeof one.lng !== "number") return null;
  if (typeof other.lat !== "number" || typeof other.lng !== "number") return null;
  const radians = (degrees: number) => (degrees * Math.PI) / 180;
  const [from, to] = [radians(one.lat), radians(other.lat)];
  const half = (angle: number) => Math.sin(angle / 2) ** 2;
  const arc = half(to - from) + Math.cos(from) * Math.cos(to) * half(radians(other.lng - one.lng));
  return 2 * metresOfDegree * (180 / Math.PI) * Math.asin(Math.sqrt(arc));
}
