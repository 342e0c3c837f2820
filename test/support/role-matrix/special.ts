export const specialPages = {
  "/specialEstate/special": "CE SE",
  "/specialEstate/specialList": "CE SE",
};
