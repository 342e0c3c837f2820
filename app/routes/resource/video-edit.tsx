import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { ContentForm } from "~/app/features/content/content-form";
import { videoScreens } from "~/contract/resource/video";
import { videoKind } from "./video-kind";

export const clientLoader = loaderOf(videoScreens["/resources/video/deployVideo"]);
export { write as clientAction } from "~/app/api/writes";

export default function VideoEdit() {
  const { record, draft } = useLoaderData<typeof clientLoader>();
  return <ContentForm kind={videoKind} record={draft ?? record} isDraft={draft !== undefined} />;
}
