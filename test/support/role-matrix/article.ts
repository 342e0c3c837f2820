export const articlePages = {
  "/article/news-list": "CE SE",
  "/article/news-tag": "CE SE",
};
