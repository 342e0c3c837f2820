import { cityScreens } from "~/contract/seo/city";
import { encyclopaediaScreens } from "~/contract/seo/encyclopaedia";
import { seoKeywordScreens } from "~/contract/seo/keyword";
import { sectionScreens } from "~/contract/seo/section";
import { seoArticleScreens } from "~/contract/seo/seo-article";
import { seoTagScreens } from "~/contract/seo/tag";
import { topicScreens } from "~/contract/seo/topic-template";
import type { Served } from "~/server/lib/serve";
import { undoContent, undoRecords } from "~/server/resources/content/life";
import type { Undoers } from "~/server/resources/shared/batch";
import { seoArticleHandlers, seoArticlePage, seoArticles } from "./article";
import { brokenLinkHandlers } from "./broken-link";
import { cities, cityHandlers, cityPage } from "./city";
import { encyclopaediaHandlers, encyclopaediaPage, encyclopaedias } from "./encyclopaedia";
import { keywordHandlers, keywords } from "./keyword";
import { missingPageHandlers } from "./missing-page";
import { publicSeoArticleHandlers } from "./public-article";
import { publicCityHandlers } from "./public-city";
import { publicEstateHandlers } from "./public-estate";
import { publicSeoHandlers } from "./public-seo";
import { redirectHandlers } from "./redirect";
import { sectionHandlers } from "./section";
import { tagHandlers } from "./tag";
import { topicTemplateHandlers } from "./topic";

export { optionSources } from "./option-sources";

export const kinds = { city_intro: cities, encyclopaedia: encyclopaedias, seo_article: seoArticles };

export const pages = { city_intro: cityPage, encyclopaedia: encyclopaediaPage, seo_article: seoArticlePage };

export const served: readonly Served[] = [
  ...cityHandlers,
  ...encyclopaediaHandlers,
  ...publicCityHandlers,
  ...seoArticleHandlers,
  ...publicSeoArticleHandlers,
  ...tagHandlers,
  ...keywordHandlers,
  ...topicTemplateHandlers,
  ...sectionHandlers,
  ...redirectHandlers,
  ...missingPageHandlers,
  ...brokenLinkHandlers,
  ...publicSeoHandlers,
  ...publicEstateHandlers,
];

export const undoers = {
  city_intro: undoContent(cities),
  encyclopaedia: undoContent(encyclopaedias),
  seo_article: undoContent(seoArticles),
  seo_keyword: undoRecords(keywords),
} satisfies Undoers;

export const screens = {
  ...cityScreens,
  ...encyclopaediaScreens,
  ...seoArticleScreens,
  ...seoTagScreens,
  ...seoKeywordScreens,
  ...topicScreens,
  ...sectionScreens,
};
