const manifest = Buffer.from("AndroidManifest.xml");
const zip = Buffer.from("PK\x03\x04", "latin1");
/** Before its name, an entry of a ZIP has a header of so many bytes, which begins with a mark. */
const headerBytes = 30;
const nameLengthAt = 26;

/** Whether a file is an Android package: a ZIP with the manifest among its entries. Read through once, up to the manifest. */
export async function isAndroidPackage(file: ReadableStream<Uint8Array>): Promise<boolean> {
  let kept = Buffer.alloc(0);
  let isFirst = true;
  const reader = file.getReader();
  for (let part = await reader.read(); part.value; part = await reader.read()) {
    const bytes = Buffer.concat([kept, part.value]);
    if (isFirst && bytes.length < zip.length) {
      kept = bytes;
      continue;
    }
    const isZip = !isFirst || bytes.subarray(0, zip.length).equals(zip);
    const isFound = isZip && holdsManifest(bytes);
    if (isFound || !isZip) {
      await reader.cancel();
      return isFound;
    }
    isFirst = false;
    // An entry may lie across two pieces.
    kept = bytes.subarray(-(headerBytes + manifest.length));
  }
  return false;
}

/** The name alone may be in any text: it counts only as an entry's, behind its header. */
function holdsManifest(bytes: Buffer): boolean {
  for (let at = bytes.indexOf(manifest); at >= 0; at = bytes.indexOf(manifest, at + 1)) {
    const header = at - headerBytes;
    if (header < 0 || !bytes.subarray(header, header + zip.length).equals(zip)) continue;
    if (bytes.readUInt16LE(header + nameLengthAt) === manifest.length) return true;
  }
  return false;
}
