import { z } from "zod";
import { queryId, ref } from "../common";
import { type Access, type Endpoint, endpoint } from "../endpoint";
import * as field from "../field";
import type { FigureText } from "../figures";
import { chosenRequest, type ScreenAddress } from "../screen-data";
import type { Scene } from "../shared/option";

export const several = (label: string, scene: Scene, max: number) =>
  z
    .array(z.int().positive())
    .max(max, `${label}最多选${max}项`)
    .default([])
    .meta({ label, control: "multi-select", scene });

export const countOf = (label: string, figure?: FigureText) =>
  z
    .number()
    .int()
    .meta({ label, ...(figure && { figure }) });

/** What a form of a kind begins with: `?id=7`, or under another name, none for a new one; with `draft=1` the draft copy. */
export const itemRequests =
  <G extends Endpoint<`GET /${string}{id}${string}`>, D extends Endpoint<`GET /${string}{id}${string}`>>(
    kind: { get: G; draft: D },
    name = "id",
  ) =>
  ({ search }: Pick<ScreenAddress, "search">) => {
    const id = search.get(name);
    const live = chosenRequest(kind.get, id);
    const draft = search.get("draft") === "1" ? chosenRequest(kind.draft, id) : undefined;
    // A copy that has just been published is gone before its form knows, and the form stays.
    const orLive = draft && live && { ...draft, instead: { name: "record", request: live } };
    return { record: draft ? undefined : live, draft: orLive };
  };

export const slug = () =>
  field
    .optional(
      z
        .string()
        .trim()
        .max(80, "网址别名不能超过80个字")
        .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, "网址别名只能由小写字母、数字和连字符组成")
        .meta({ label: "网址别名", control: "text" }),
    )
    .meta({ help: "留空按标题拼音生成" });

export const seoFields = {
  seo_title: field.optional(field.text("SEO标题", 60)).meta({ help: "留空用标题" }),
  seo_desc: field.optional(field.longText("SEO描述", 160)).meta({ help: "留空用摘要" }),
  seo_keywords: z.array(field.text("SEO关键词", 20)).max(10, "SEO关键词最多10个").default([]).meta({ control: "tags" }),
};

/** When a piece ends by itself (domain C.7): its own field of every kind but special pages, which have `end_at`. */
export const offlineAt = () =>
  field.optional(field.instant("下线时间")).meta({ help: "到这一时刻自动下线，留空不下线" });

export const shownLetters = { title: 30, desc: 80 } as const;

export const slugEndpoint = <const P extends `/${string}`, const A extends Access>(
  path: P,
  title: string,
  permission: A,
) =>
  endpoint(`GET ${path}/slug`, `${title}网址别名检查`, permission, {
    query: z.object({
      slug: z.string().trim().max(80).optional().meta({ label: "网址别名" }),
      /** Without a slug: what it is made of. */
      title: z.string().trim().max(80).optional().meta({ label: "标题" }),
      exclude_id: queryId(),
    }),
    reply: z.object({
      /** The one asked about, or the proposal, which is free. */
      slug: z.string(),
      is_free: z.boolean(),
      /** Whose it is; of an old address whose it leads to. */
      taken_by: ref.extend({ is_old: z.boolean() }).nullable(),
    }),
  });
