/** Pictures by their first bytes: the bytes, and their position. */
const beginnings: readonly (readonly [mime: string, at: number, text: string])[] = [
  ["image/jpeg", 0, "\xff\xd8\xff"],
  ["image/png", 0, "\x89PNG"],
  ["image/webp", 8, "WEBP"],
  ...["heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1"].map(
    (brand) => ["image/heic", 4, `ftyp${brand}`] as const,
  ),
];

const byEnding: Readonly<Record<string, string>> = {
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  png: "image/png",
  webp: "image/webp",
  heic: "image/heic",
  heif: "image/heif",
  mp4: "video/mp4",
  pdf: "application/pdf",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  csv: "text/csv",
  apk: "application/vnd.android.package-archive",
};

/** A file's type: a picture's by its bytes, since its extension may be wrong; others as the system says, else by extension. */
export async function mimeOf(file: File): Promise<string> {
  const text = await beginningOf(file);
  const known = beginnings.find(([, at, sign]) => text.startsWith(sign, at));
  if (known) return known[0];
  const ending = file.name.split(".").at(-1)?.toLowerCase() ?? "";
  // With Excel installed the system reports a workbook.
  return (ending !== "csv" && file.type) || (byEnding[ending] ?? "");
}

const beginningOf = (file: File) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String.fromCharCode(...new Uint8Array(reader.result as ArrayBuffer))); // as it was asked for
    reader.onerror = () => resolve("");
    reader.readAsArrayBuffer(file.slice(0, 16));
  });
