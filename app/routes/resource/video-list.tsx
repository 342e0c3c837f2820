import { useLoaderData } from "@remix-run/react";
import { loaderOf } from "~/app/api/load";
import { columnsOf } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import type { List } from "~/app/blocks/list/list-page";
import { ContentList } from "~/app/features/content/content-list";
import { CoverTitle } from "~/app/features/content/cover-title";
import { lifeColumn, publishColumn } from "~/app/features/content/life-tag";
import { t } from "~/app/i18n/t";
import { formatLength } from "~/contract/format";
import { VideoRow, video, videoScreens } from "~/contract/resource/video";
import { videoKind } from "./video-kind";

export const clientLoader = loaderOf(videoScreens["/resources/video"]);
export { write as clientAction } from "~/app/api/writes";

const list: List<VideoRow> = {
  name: "video",
  endpoint: video.list,
  columns: columnsOf(
    VideoRow,
    [
      {
        key: "title",
        width: 280,
        isSentence: true,
        render: ({ cover, title }) => <CoverTitle {...{ cover, title }} />,
      },
      { key: "type", width: 96, under: "source" },
      { key: "duration", width: 80, render: ({ duration }) => (duration ? formatLength(duration) : "–") },
      { key: "estates", width: 180, render: ({ estates }) => estates.map(({ name }) => name).join("、") || "–" },
      { play_count: 80 },
      publishColumn,
      lifeColumn,
    ],
    ["offline_at", "like_count", "view_count", "country_code", "district", "sort", "created_at", "updated_at"],
  ),
  filters: filtersOf(video.list, VideoRow, [{ name: "keyword", label: "标题" }, "type", "source"]),
  card: { tags: ["publish_status"], facts: ["type", "duration", "play_count"], time: "publish_at" },
  title: "title",
  nameOf: ({ title }) => title,
  linkOf: ({ id, can }) => (can.edit ? videoKind.formPath(id) : ""),
};

export default function VideoList() {
  const { page } = useLoaderData<typeof clientLoader>();
  return <ContentList kind={videoKind} list={list} page={page} createLabel={t("新增视频")} />;
}
