import { z } from "zod";
import * as field from "../field";
import { estateFilters } from "./estate";

/** The filters by which anybody may search estates (domain E.6): what is online is what they look through. */
export const publicEstateFilters = z.object(estateFilters).pick({
  ...{ keyword: true, country: true, district_id: true, property_type: true, layout: true },
  ...{ price_min: true, price_max: true, currency: true, area_min: true, area_max: true, yield_min: true },
  ...{ completion_min: true, completion_max: true, walk_max: true, sale_status: true },
  ...{ is_hot: true, is_recommend: true, bbox: true },
}).shape;

/** A search kept by a record, such as a tag: the same words, without a part of a map; what is not asked for is absent. */
export const EstateFilter = z.object(publicEstateFilters).omit({ bbox: true });
export type EstateFilter = z.output<typeof EstateFilter>;

export const estateFilter = (label = "筛选条件") =>
  EstateFilter.refine((filter) => Object.values(filter).some(isAsked), `请设置${label}`).meta({ label });

const isAsked = (value: unknown) =>
  value !== undefined && value !== "" && !(Array.isArray(value) && value.length === 0);

/** A search in fewest words: what it does not ask for left out. */
export const plainFilter = (filter: EstateFilter): EstateFilter =>
  // Entries of a search are a search, with fewer of its optional parts.
  Object.fromEntries(Object.entries(filter).filter(([, value]) => isAsked(value))) as EstateFilter;

export const readEstateFilter = () => field.read(EstateFilter, { label: "筛选条件" });
