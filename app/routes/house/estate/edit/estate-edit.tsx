import type { Album } from "~/contract/album";
import type { EstateDetail, RoomRow } from "~/contract/estate";

interface EstateEditProps {
  /** Absent: a new one. */
  record: EstateDetail | undefined;
  /** With what waits for its review. */
  rooms: readonly RoomRow[];
  /** The proposed one where there is one; absent while the estate is not made yet. */
  album: Album | undefined;
}

/** The form of an estate in its tabs (`?edit=price`), beside its rooms and pictures, which are saved by themselves. */
export function EstateEdit({ record, rooms, album }: EstateEditProps) {
  return (
    <p>
      {record?.name} {rooms.length} {album?.items.length}
    </p>
  );
}
