import { z } from "zod";
import { keyword, listQuery, oneOf, page } from "../common";
import * as field from "../field";
import { EstateFilter } from "../house/public-filter";
import { recordEndpoints, statusEndpoints } from "../record-endpoints";
import { chosenRequest, listRequest, type ScreenData, screenData } from "../screen-data";
import { brokenLink } from "./broken-link";
import { listAndCopy } from "./copied";
import { missingPage } from "./missing-page";
import { siteRedirect } from "./redirect";
import { estateOrders, estateSources, SectionFaq, SectionLink, sectionContents } from "./section-content";
import { pageTypes, sectionTypes, seoStatuses } from "./seo-kinds";

/** What sections of each type hold, as a form has it: of another type's fields nothing is kept. */
const contentFields = {
  links: z.array(SectionLink).default([]).meta({ label: "链接", control: "rows" }),
  text: field.optional(field.longText("正文", 2_000)),
  faq: z.array(SectionFaq).default([]).meta({ label: "问答", control: "rows" }),
  source: field.choice("取法", estateSources).default("rule"),
  estate_ids: z
    .array(field.reference("房源", "estates"))
    .default([])
    .meta({ label: "房源", control: "multi-select", scene: "estates" }),
  filter: EstateFilter.default({}).meta({ label: "筛选条件" }),
  order: field.choice("排序方式", estateOrders).default("sort"),
  limit: field.integer("显示数量", 1, 20).default(10),
  tag_ids: z
    .array(field.reference("标签", "seo_tags"))
    .default([])
    .meta({ label: "标签", control: "multi-select", scene: "seo_tags", help: "留空显示房源最多的标签" }),
};
export const SectionContentFields = z.object(contentFields);

export const SectionFields = z.object({
  code: field
    .text("编码", 40)
    .regex(/^[a-z][a-z0-9]*([_-][a-z0-9]+)*$/, "编码由小写字母开头，只含小写字母、数字、连字符和下划线")
    .meta({ label: "编码", control: "text", help: "网站按编码取用" }),
  name: field.text("名称", 30),
  page_type: field.choice("页面", pageTypes),
  position: field.optional(field.text("位置", 30)).meta({ help: "页面上的位置，如 底部" }),
  type: field.choice("类型", sectionTypes),
  ...contentFields,
  district_ids: z
    .array(field.reference("区域", "districts"))
    .max(50, "区域最多50个")
    .default([])
    .meta({ label: "区域", control: "multi-select", scene: "districts", help: "留空为全部；含下级区域" }),
  sort: field.integer("排序", 0, 9999).default(100).meta({ help: "小的在前" }),
});
export type SectionFields = z.output<typeof SectionFields>;

/** What a section of its type holds, or what is wrong with it. */
export const readContent = ({ type, ...fields }: Pick<SectionFields, "type" | keyof typeof contentFields>) =>
  sectionContents[type].safeParse(fields);

const checkSection = (value: SectionFields, context: z.RefinementCtx) => {
  for (const { path, message } of readContent(value).error?.issues ?? [])
    context.addIssue({ code: "custom", path, message });
};

export const SectionRow = field.rowOf(SectionFields, ["code", "name", "page_type", "position", "type", "sort"], {
  ...field.record(),
  /** Of no district: of all. */
  district_ids: z.array(z.int()).meta({ label: "区域", scene: "districts" }),
  district_names: z.array(z.string()).meta({ label: "区域" }),
  status: field.choice("状态", seoStatuses),
  created_at: field.instant("创建时间"),
  can: field.can("edit", "enable", "disable", "delete"),
});
export type SectionRow = z.output<typeof SectionRow>;

const contentNames = SectionContentFields.keyof().options;
const SectionRecord = field.rowOf(SectionContentFields, contentNames, SectionRow.shape);
export type SectionRecord = z.output<typeof SectionRecord>;

const path = "/api/seo/section";
const [view, edit, publish] = ["seo:section:view", "seo:section:edit", "seo:section:publish"] as const;

export const section = {
  ...recordEndpoints(path, "SEO版块", {
    ...{ kind: "section", permission: view, write: edit },
    query: listQuery(
      {
        keyword: keyword(),
        page_type: oneOf(pageTypes),
        type: oneOf(sectionTypes),
        status: oneOf(seoStatuses),
      },
      ["sort", "code", "name", "created_at"],
      "sort",
    ),
    page: page(SectionRow),
    record: SectionRecord,
    create: SectionFields.superRefine(checkSection),
    update: SectionFields.extend({ version: field.version() }).superRefine(checkSection),
  }),
  ...statusEndpoints(path, "SEO版块", { permission: publish, record: SectionRow }),
};

export const sectionTabs = { section: "版块", redirect: "跳转", missing: "404", broken: "失效链接" } as const;

/** Each tab lists what it is called after; `?edit=7` is the form of one of that. */
export const sectionScreens = {
  "/seo/section": screenData("list", (address) => {
    const { search } = address;
    const tab = search.get("tab");
    const isOther = tab === "redirect" || tab === "missing" || tab === "broken";
    const sections = isOther ? undefined : listAndCopy(section.list, section.get).requests(address);
    return {
      page: sections?.page,
      record: sections?.record,
      redirects: tab === "redirect" ? listRequest(siteRedirect.list, address) : undefined,
      redirect: tab === "redirect" ? chosenRequest(siteRedirect.get, search.get("edit")) : undefined,
      missing: tab === "missing" ? listRequest(missingPage.list, address) : undefined,
      broken: tab === "broken" ? listRequest(brokenLink.list, address) : undefined,
    };
  }),
} satisfies Record<string, ScreenData>;
