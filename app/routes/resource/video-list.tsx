import { type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react";
import { load } from "~/app/api/load";
import { tabOf } from "~/app/blocks/detail/tab-row";
import { WaitingList } from "~/app/blocks/feedback/waiting";
import { lazyPart } from "~/app/blocks/lazy-part";
import { columnsOf } from "~/app/blocks/list/columns/list-columns";
import { filtersOf } from "~/app/blocks/list/filter/list-filters";
import type { List } from "~/app/blocks/list/list-page";
import { ScreenTabs } from "~/app/blocks/list/list-tabs";
import { ContentList } from "~/app/features/content/content-list";
import { CoverTitle } from "~/app/features/content/cover-title";
import { lifeColumn, publishColumn } from "~/app/features/content/life-tag";
import { t } from "~/app/i18n/t";
import { viewer } from "~/app/session/viewer";
import { media } from "~/contract/content/media";
import { mayCall } from "~/contract/endpoint";
import { formatLength } from "~/contract/format";
import { VideoRow, video, videoScreens, videoTabs } from "~/contract/resource/video";
import { videoKind } from "./video-kind";

const MediaTab = lazyPart(() => import("./media-tab"), "MediaTab", WaitingList);

/** The first tab that one may see, unless the address says another. */
export async function clientLoader({ request, params }: ClientLoaderFunctionArgs) {
  const { profile } = await viewer();
  const open = (["video", "media"] as const).filter((key) => mayCall(profile, { video, media }[key].list));
  const url = new URL(request.url);
  const tab = tabOf(url.searchParams, open);
  if (tab === "media") url.searchParams.set("tab", tab);
  else url.searchParams.delete("tab");
  const at = new Request(url, { signal: request.signal });
  return { open, ...(await load(videoScreens["/resources/video"], { request: at, params })) };
}
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
  filters: filtersOf(video.list, VideoRow, [
    { name: "keyword", label: "标题" },
    "type",
    "source",
    { name: "status", by: "publish_status" },
  ]),
  card: { tags: ["publish_status"], facts: ["type", "duration", "play_count"], time: "publish_at" },
  title: "title",
  nameOf: ({ title }) => title,
  linkOf: ({ id, can }) => (can.edit ? videoKind.formPath(id) : ""),
};

/** 视频, and the media library. */
export default function VideoList() {
  const { page, library, item, open } = useLoaderData<typeof clientLoader>();
  const labels = Object.fromEntries(open.map((key) => [key, videoTabs[key]]));
  const isAlone = open.length === 1;
  const videos = page ? (
    <ContentList kind={videoKind} list={list} page={page} createLabel={t("新增视频")} isInTab={!isAlone} />
  ) : null;
  const files = library ? <MediaTab page={library} item={item} /> : null;
  if (isAlone) return videos ?? files;
  return (
    <ScreenTabs labels={labels} present={library ? "media" : "video"}>
      {videos}
      {files}
    </ScreenTabs>
  );
}
