export const resourcePages = {
  "/resources/banner": "CE",
  "/resources/homeSection": "CE",
  "/resources/video": "CE",
  "/resources/investment": "CE",
  "/resources/keyword": "CE SE",
  "/resources/reportDownload": "CE",
};
