export const notificationPages = {
  "/notification/information-list": "CE",
};
