import { call } from "~/app/api/call";
import type { Album } from "~/contract/house/album";
import { type MansionDetail, mansion, type mansionScreens } from "~/contract/house/mansion";
import type { ScreenReplies } from "~/contract/screen-data";

type ListData = ScreenReplies<(typeof mansionScreens)["/house/mansion-management"]>;

export interface MergeSide {
  record: MansionDetail;
  pictures: Album["items"];
}

const sideOf = (record: MansionDetail | undefined, album: Album | undefined): MergeSide | undefined =>
  record && album && { record, pictures: album.items };

export async function mergeOf({ source: from, sourceAlbum, target: into, targetAlbum }: ListData, signal: AbortSignal) {
  const source = sideOf(from, sourceAlbum);
  if (!source) return undefined;
  const { id, name, country_code, lat, lng } = source.record;
  const place = lat === null || lng === null ? {} : { lat, lng };
  const query = { name, country: country_code, ...place, exclude_id: id };
  const similar = await call(mansion.similar, { query }, { signal });
  return { source, target: sideOf(into, targetAlbum), similar };
}
