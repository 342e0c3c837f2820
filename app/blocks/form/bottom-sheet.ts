/** A drawer as a sheet at the phone's foot, as high as what is in it. */
export const bottomSheet = {
  position: "bottom",
  size: "auto",
  styles: {
    inner: { alignItems: "flex-end" },
    content: { height: "auto", maxHeight: "85dvh", borderRadius: "16px 16px 0 0" },
  },
} as const;
