export const isColor = (text: string | null | undefined): text is string => /^#[0-9a-f]{6}$/i.test(text || "");

/** Black or white, whichever reads better on it: of these two one always has a contrast of 4.5. */
export function inkOn(color: string): string {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.179 ? "#000" : "#fff";
}
