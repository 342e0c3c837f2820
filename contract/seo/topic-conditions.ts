import { z } from "zod";
import * as field from "../field";

/** The levels of a page's place: the country itself, or a district of it. */
export const placeLevels = { "0": "国家", "1": "一级区域", "2": "二级区域", "3": "三级区域" } as const;
export type PlaceLevel = keyof typeof placeLevels;

export const countConditions = { some: "有房源", none: "无房源" } as const;

/** Which pages a template is for: absent parts say nothing of them. */
export const conditionFields = {
  country: field.optional(field.optionValue("国家/地区", "countries")).meta({ help: "留空不限" }),
  level: field.optional(field.choice("区域层级", placeLevels)).meta({ help: "留空不限" }),
  has_count: field.optional(field.choice("房源数", countConditions)).meta({ help: "留空不限" }),
};
export const TopicConditions = z.object(conditionFields);
export type TopicConditions = z.output<typeof TopicConditions>;
