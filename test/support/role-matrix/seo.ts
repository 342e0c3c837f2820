export const seoPages = {
  "/seo/cityIntroduce": "SE",
  "/seo/section": "SE",
  "/seo/topicTitleList": "SE",
  "/seo/topicDescList": "SE",
  "/seo/tagList": "SE",
  "/seo/keywordsList": "SE",
  "/seo/seo-article": "SE",
};
