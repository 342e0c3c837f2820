import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import type { SimilarMansion } from "~/contract/house/mansion";
import type { Db } from "~/server/database/database";
import { mansion } from "~/server/database/tables/house/property";
import { idsOf } from "~/server/lib/call";
import { holdsPairs } from "~/server/lib/search";
import type { Services } from "~/server/lib/services";
import { metresBetween, squareAround } from "~/server/resources/house/distance";
import { districtsOf } from "~/server/resources/shared/districts";
import { coversOf } from "../album/album-view";
import { coreOf, likeness, likenessTo, namesOf } from "./names";

export interface Wanted {
  name: string;
  names?: readonly string[];
  lat?: number | null;
  lng?: number | null;
  country?: string;
  exclude?: number;
}

/** At least so similar, or at most so many metres away: domain B.5. */
const leastLikeness = 0.6;
const mostMetres = 150;
const mostShown = 10;
/** Of names that very many have. */
const mostRead = 1_000;

/** The buildings in use that may be the same as another, by name or by place, the likeliest first. */
export async function similarMansions(db: Db, services: Services, wanted: Wanted): Promise<SimilarMansion[]> {
  const found = (await alike(db, wanted)).sort((a, b) => rankOf(b) - rankOf(a) || a.id - b.id).slice(0, mostShown);
  const places = await districtsOf(db, [...new Set(found.map(({ district_id }) => district_id))]);
  const covers = await coversOf(db, services, "mansion", idsOf(found));
  return found.map(({ name_en: _, alias: __, names_norm: ___, district_id, similarity, distance, ...row }) => ({
    ...row,
    district: places.find(({ id }) => id === district_id)?.name ?? "",
    cover: covers.get(row.id) ?? null,
    similarity: Number(similarity.toFixed(2)),
    distance: distance === null ? null : Math.round(distance),
  }));
}

const isNear = (distance: number | null) => distance !== null && distance <= mostMetres;

/** By both: a name that is the same counts as much as the same place. */
const rankOf = ({ similarity, distance }: { similarity: number; distance: number | null }) =>
  similarity + (distance !== null && isNear(distance) ? 1 - distance / mostMetres : 0);

/** What each way finds; a way has its own index and is cheaper than the next. Where one has found enough, the others are spared. */
async function alike(db: Db, wanted: Wanted) {
  const names = [wanted.name, ...(wanted.names ?? [])];
  const cores = [...new Set(names.map(coreOf))];
  const likenessOf = likenessTo(names);
  const found = new Map<number, Compared>();
  let named = 0;
  for (const way of [squareAround(mansion, wanted, mostMetres), ...waysOf(cores)]) {
    if (!way || named >= mostShown) continue;
    for (const row of await candidates(db, wanted, way)) {
      if (found.has(row.id)) continue;
      const similarity = Math.max(likenessOf(namesOf(row)), ...inheritedBy(row, cores));
      const distance = metresBetween(wanted, row);
      if (similarity >= leastLikeness) named++;
      if (similarity >= leastLikeness || isNear(distance)) found.set(row.id, { ...row, similarity, distance });
    }
  }
  return [...found.values()];
}

/** How similar the names of buildings merged into it are: of these only what tells them apart is kept. */
function inheritedBy(row: Awaited<ReturnType<typeof candidates>>[number], cores: readonly string[]): number[] {
  const own = new Set(namesOf(row).map(coreOf));
  const inherited = row.names_norm.split("\n").filter((core) => !own.has(core));
  return inherited.flatMap((core) => cores.map((one) => likeness(one, core)));
}

type Compared = Awaited<ReturnType<typeof candidates>>[number] & { similarity: number; distance: number | null };

function candidates(db: Db, wanted: Wanted, way: SQL) {
  const columns = {
    ...{ id: mansion.id, mansion_no: mansion.mansion_no, name: mansion.name, name_local: mansion.name_local },
    ...{ name_en: mansion.name_en, alias: mansion.alias, names_norm: mansion.names_norm },
    ...{ district_id: mansion.district_id, address: mansion.address, lat: mansion.lat, lng: mansion.lng },
    ...{ built_at: mansion.built_at, total_units: mansion.total_units },
  };
  const rest = and(
    isNull(mansion.deleted_at),
    eq(mansion.status, "enabled"),
    wanted.country ? eq(mansion.country_code, wanted.country) : undefined,
    wanted.exclude ? ne(mansion.id, wanted.exclude) : undefined,
  );
  return db.select(columns).from(mansion).where(and(way, rest)).limit(mostRead);
}

/** Rows that share neighbouring letters with the name: three of names of seven letters and more, two of shorter ones, five of Latin ones. */
function waysOf(cores: readonly string[]): SQL[] {
  const parts = cores.map(partsOf);
  return (["whole", "halves", "windows"] as const).flatMap((kind) => {
    const holds = [...new Set(parts.flatMap((part) => part[kind]))].map((text) => holdsPairs(mansion.names_norm, text));
    return holds.length ? [sql`(${sql.join(holds, sql` or `)})`] : [];
  });
}

function partsOf(core: string) {
  const letters = [...core];
  const part = (from: number, length: number) => letters.slice(from, from + length).join("");
  const half = Math.ceil(letters.length / 2);
  const isLatin = /^[a-z\d]+$/.test(core);
  const size = letters.length > 6 ? (isLatin ? 5 : 3) : isLatin ? 3 : 2;
  const windows = Array.from({ length: Math.max(letters.length - size + 1, 1) }, (_, from) => part(from, size));
  const halves = letters.length >= 4 ? [part(0, half), part(letters.length - half, half)] : [];
  return { whole: [core], halves, windows };
}
