import { deepestLevel } from "~/contract/region/district";

const lists = ["regionalList", "twoLevelList", "threeLevelList"];
const editScreen = "/regionalManage/district-edit";

export const countriesPath = "/regionalManage/countryList";

export function listPath(country: string, level: number, parentId?: number | null): string {
  const search = new URLSearchParams({ country });
  if (parentId) search.set("parent_id", String(parentId));
  return `${countriesPath}/${lists[level - 1]}?${search}`;
}

export const editPath = (id: number): string => `${editScreen}?id=${id}`;

export function newPath(country: string, parentId: number | undefined): string {
  const search = new URLSearchParams({ country });
  if (parentId) search.set("parent_id", String(parentId));
  return `${editScreen}?${search}`;
}

export const insidePath = ({ id, level, country_code }: { id: number; level: number; country_code: string }): string =>
  level < deepestLevel ? listPath(country_code, level + 1, id) : editPath(id);
