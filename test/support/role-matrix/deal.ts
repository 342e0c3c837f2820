export const dealPages = {
  "/Covenant/covenantList": "SM SR CM FI",
};
