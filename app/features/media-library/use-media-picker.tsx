import { type ReactNode, useState } from "react";
import { lazyPart } from "~/app/blocks/lazy-part";
import { useProfile } from "~/app/session/viewer-context";
import { type MediaRow, media } from "~/contract/content/media";
import { mayCall } from "~/contract/endpoint";
import { type LibraryScene, libraryScenes, type UploadScene } from "~/contract/shared/upload";

const MediaPicker = lazyPart(() => import("./media-picker"), "MediaPicker");

const isLibrary = (scene: UploadScene): scene is LibraryScene => libraryScenes.some((one) => one === scene);

interface Picking {
  /** Undefined: the user may not see the library, or it has no such files. */
  open: (() => void) | undefined;
  dialog: ReactNode;
}

/** Choosing from the media library, where a field or a text takes files. */
export function useMediaPicker(scene: UploadScene, max: number, onTake: (files: MediaRow[]) => void): Picking {
  const profile = useProfile();
  const [isOpen, setIsOpen] = useState(false);
  if (!isLibrary(scene) || !mayCall(profile, media.list)) return { open: undefined, dialog: null };
  const take = (files: MediaRow[]) => {
    setIsOpen(false);
    onTake(files);
  };
  return {
    open: () => setIsOpen(true),
    dialog: isOpen ? <MediaPicker scene={scene} max={max} onTake={take} onClose={() => setIsOpen(false)} /> : null,
  };
}
