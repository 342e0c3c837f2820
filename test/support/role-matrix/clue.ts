export const cluePages = {
  "/clue/feedback": "SM SR CM FI",
  "/clue/accountStatement": "CM FI",
};
