import type { ContentKind } from "./content-kinds";

/** Where the desk lists a kind, and opens its forms: by `?id=`, reports by a query of their list. */
const screens: Readonly<Record<ContentKind, { list: string; form: string; name?: string }>> = {
  article: { list: "/article/news-list", form: "/article/news-list/news-edit" },
  video: { list: "/resources/video", form: "/resources/video/deployVideo" },
  investment: { list: "/resources/investment", form: "/resources/investment/invest-edit" },
  report: { list: "/resources/reportDownload", form: "/resources/reportDownload", name: "form" },
  city_intro: { list: "/seo/cityIntroduce", form: "/seo/cityIntroduce/introdeceForm" },
  encyclopaedia: { list: "/seo/cityIntroduce/encyclopaedic", form: "/seo/cityIntroduce/encyclopaedic/formArticle" },
  seo_article: { list: "/seo/seo-article", form: "/seo/seo-article/editArticle" },
  special: { list: "/specialEstate/special", form: "/specialEstate/special/edit-special" },
};

export const contentList = (kind: ContentKind): string => screens[kind].list;

/** The form of a piece or of its draft copy; without a number that of a new one. */
export function contentForm(kind: ContentKind, id?: number, isDraft?: boolean): string {
  const { form, name } = screens[kind];
  if (!id) return name ? `${form}?${name}=new` : form;
  return `${form}?${name ?? "id"}=${id}${isDraft ? "&draft=1" : ""}`;
}
