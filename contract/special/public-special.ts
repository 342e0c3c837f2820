import { z } from "zod";
import { languages } from "../common";
import { EstateCard, inLanguages, PublicSeo, publicPicture, publicRead, publicSet } from "../content/public-content";
import * as field from "../field";
import { entryKinds } from "../inquiry/inquiry-kinds";
import { callTargets, type ModuleType } from "./modules";
import { formFields, specialTemplates } from "./special";

const text = z.string().nullable();
const titled = { title: text };

const moduleOf = <const T extends ModuleType, S extends z.ZodRawShape>(type: T, props: S) =>
  z.object({ type: z.literal(type), props: z.object(props) });

/** A module as its reader gets it: pictures by their addresses, estates as cards, texts made safe. */
const PublicModule = z.discriminatedUnion("type", [
  moduleOf("banner", {
    ...titled,
    sub_title: text,
    picture: publicPicture,
    picture_mobile: publicPicture,
    button_text: text,
  }),
  moduleOf("text", { ...titled, content: z.string() }),
  moduleOf("picture", { picture: publicPicture, alt: text, url: text }),
  moduleOf("estates", { ...titled, estates: z.array(EstateCard) }),
  moduleOf("table", { ...titled, head: z.array(z.string()), rows: z.array(z.array(z.string())) }),
  moduleOf("faq", { ...titled, items: z.array(z.object({ q: z.string(), a: z.string() })) }),
  /** `upload`: a file of ours; `link`: a player on another site, for a frame. */
  moduleOf("video", { ...titled, source: z.enum(["upload", "link"]), url: z.string(), cover: publicPicture }),
  moduleOf("form", { ...titled, note: text, button_text: text }),
  moduleOf("map", {
    ...titled,
    address: z.string(),
    lat: z.number().nullable(),
    lng: z.number().nullable(),
    note: text,
  }),
  moduleOf("countdown", { ...titled, until: z.string(), ended_text: text }),
  moduleOf("cta", {
    ...titled,
    text,
    button_text: z.string(),
    target: field.choice("点击", callTargets),
    url: text,
    phone: text,
  }),
]);
export type PublicModule = z.output<typeof PublicModule>;

const choice = <const O extends Record<string, string>>(options: O) =>
  z.enum(Object.keys(options) as [keyof O & string, ...(keyof O & string)[]]);

const PublicSpecial = z.object({
  /** The number for reporting visits by track, with kind `special` (domain E.4), and for inquiries (`content_id`). */
  id: z.int(),
  slug: z.string(),
  name: z.string(),
  title: z.string(),
  template: choice(specialTemplates),
  lang: choice(languages),
  cover: publicPicture,
  cover_set: publicSet,
  cover_mobile: publicPicture,
  modules: z.array(PublicModule),
  /** Those that are online of what the page is about. */
  estates: z.array(EstateCard),
  form: z.object({
    fields: z.array(choice(formFields)),
    kind: choice(entryKinds),
    success_text: z.string(),
    consent: z.string(),
    privacy: text,
    thanks_url: text,
  }),
  /** The form's inquiries name it as `tracker` (domain E.4). */
  tracker_code: text,
  start_at: text,
  end_at: text,
  seo: PublicSeo,
  ...inLanguages,
});
export type PublicSpecial = z.output<typeof PublicSpecial>;

export const publicSpecial = {
  /** An old address is answered with 301 and the present one; one that is over with 41000. With a `preview` token also what is not published, and nobody keeps it. */
  get: publicRead("GET /api/public/special/{slug}", "专题详情（公开）", {
    query: z.object({ preview: z.string().max(200).optional().meta({ label: "预览凭证" }) }),
    reply: PublicSpecial,
  }),
};
