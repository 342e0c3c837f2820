import { z } from "zod";
import { platforms } from "../customer/customer-user";
import * as field from "../field";

const { web, h5, app_ios, app_android, mini_program } = platforms;
/** Where the company shows itself to visitors. */
export const sitePlatforms = { web, h5, app_ios, app_android, mini_program } as const;
export type SitePlatform = keyof typeof sitePlatforms;

export const onPlatforms = () =>
  z
    .array(field.choice("平台", sitePlatforms), { error: "请选择平台" })
    .min(1, "请选择平台")
    .meta({ label: "平台", control: "multi-select", options: sitePlatforms });

/** An address to which visitors are led: whole, or a path of the site. Nothing that runs. */
export const siteAddress = (label: string) =>
  z
    .string()
    .trim()
    .max(500, `${label}不能超过500个字`)
    .regex(/^(https?:\/\/[^\s]+|\/(?!\/)[^\s]*)$/i, `${label}须为完整网址，或以 / 开头的站内路径`)
    .meta({ label, control: "text" });

/** Body of an order that somebody has made by hand. */
export const sortedIds = (label: string) =>
  z
    .array(z.int().positive())
    .min(1, `请选择${label}`)
    .max(500, `一次最多排序500个${label}`)
    .refine((ids) => new Set(ids).size === ids.length, `${label}重复`)
    .meta({ label });
