import type { MutableRefObject } from "react";
import { useAct } from "~/app/blocks/feedback/use-act";
import { AlbumPanel } from "~/app/features/album/album-panel";
import { t } from "~/app/i18n/t";
import { type Album, album } from "~/contract/house/album";
import type { MansionDetail } from "~/contract/house/mansion";
import classes from "./mansion-edit.module.css";
import { albumSection } from "./mansion-sections";

interface MansionAlbumProps {
  /** Absent while the building is not made yet. */
  record: MansionDetail | undefined;
  pictures: Album | undefined;
  unsaved: MutableRefObject<boolean>;
}

/** A building's pictures, which are saved by themselves. */
export function MansionAlbum({ record, pictures, unsaved }: MansionAlbumProps) {
  const { run, pending } = useAct();
  return (
    <div id={albumSection.id} tabIndex={-1} className={classes.anchor}>
      <AlbumPanel
        album={pictures}
        mayEdit={record?.can.edit ?? true}
        pending={pending}
        dirty={unsaved}
        onSave={(body, then) => {
          if (record)
            run(album.replaceOfMansion, { params: { id: record.id }, body }, { success: t("相册已保存"), ...then });
        }}
      />
    </div>
  );
}
