export const inquiryPages = {
  "/inquiry/all-inquiry": "SM SR CS",
  "/inquiry/estate-inquiry": "SM SR CS",
  "/inquiry/rental": "SM SR CS",
  "/inquiry/management": "SM SR CS",
  "/inquiry/chat-inquiry": "SM SR CS",
  "/inquiry/tracker": "SM CE SE CS",
};
