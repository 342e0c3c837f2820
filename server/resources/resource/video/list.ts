import { and, inArray, isNull, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { video as contract } from "~/contract/resource/video";
import { video } from "~/server/database/tables/resource/resource";
import { orderOf } from "~/server/lib/list";
import { containsText } from "~/server/lib/search";
import { inStatuses } from "~/server/resources/content/list";

type Query = z.output<typeof contract.list.query>;

const { updated_at, created_at, publish_at, play_count, sort } = video;

export const videoOrder = (by: Query["sort"]): SQL =>
  orderOf({ updated_at, created_at, publish_at, play_count, sort }, by, video.id);

/** The rows that a query asks for. */
export const videoRows = ({ keyword, type, source, status }: Query, at: Date): SQL =>
  sql`${and(
    isNull(video.deleted_at),
    keyword ? containsText(video.title, keyword) : undefined,
    type?.length ? inArray(video.type, type) : undefined,
    source?.length ? inArray(video.source, source) : undefined,
    inStatuses(video, status, at),
  )}`;
