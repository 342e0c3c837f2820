import { bannerScreens } from "~/contract/resource/banner";
import { homeSectionScreens } from "~/contract/resource/home-section";
import { investmentScreens } from "~/contract/resource/investment";
import { reportScreens } from "~/contract/resource/report";
import { searchWordScreens } from "~/contract/resource/search-word";
import { videoScreens } from "~/contract/resource/video";
import type { Served } from "~/server/lib/serve";
import { undoContent } from "~/server/resources/content/life";
import type { Undoers } from "~/server/resources/shared/batch";
import { bannerHandlers } from "./banner";
import { homeSectionHandlers } from "./home-section";
import { investmentHandlers, investments } from "./investment";
import { investmentPage } from "./investment/page";
import { publicAdvertHandlers } from "./public-adverts";
import { publicInvestmentHandlers } from "./public-investment";
import { publicReportHandlers } from "./public-report";
import { publicVideoHandlers } from "./public-video";
import { reportHandlers, reportPage, reports } from "./report";
import { searchWordHandlers } from "./search-word";
import { videoHandlers, videoPage, videos } from "./video";

export { optionSources } from "./option-sources";

export const kinds = { video: videos, investment: investments, report: reports };

export const pages = { video: videoPage, investment: investmentPage, report: reportPage };

export const served: readonly Served[] = [
  ...bannerHandlers,
  ...homeSectionHandlers,
  ...videoHandlers,
  ...investmentHandlers,
  ...reportHandlers,
  ...searchWordHandlers,
  ...publicAdvertHandlers,
  ...publicVideoHandlers,
  ...publicInvestmentHandlers,
  ...publicReportHandlers,
];

export const undoers = {
  video: undoContent(videos),
  investment: undoContent(investments),
  report: undoContent(reports),
} satisfies Undoers;

export const screens = {
  ...bannerScreens,
  ...homeSectionScreens,
  ...videoScreens,
  ...investmentScreens,
  ...reportScreens,
  ...searchWordScreens,
};
