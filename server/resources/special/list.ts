import { and, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { z } from "zod";
import type { special as contract } from "~/contract/special/special";
import { special } from "~/server/database/tables/special/special";
import { orderOf } from "~/server/lib/list";
import { containsText } from "~/server/lib/search";
import { inStatuses } from "~/server/resources/content/list";
import { isPublic } from "~/server/resources/shared/readings";
import { inPhase } from "./view";

type ListQuery = z.output<typeof contract.list.query>;
type CardQuery = z.output<typeof contract.cards.query>;

const { updated_at, created_at, publish_at, view_count, uv_count, inquiry_count } = special;
const columns = { updated_at, created_at, publish_at, view_count, uv_count, inquiry_count };

export const specialOrder = (by: ListQuery["sort"] | CardQuery["sort"]): SQL => orderOf(columns, by, special.id);

/** The rows that a query asks for. */
export const specialRows = ({ keyword, template, status }: ListQuery, at: Date): SQL =>
  sql`${and(
    isNull(special.deleted_at),
    keyword ? or(containsText(special.name, keyword), containsText(special.title, keyword)) : undefined,
    template?.length ? inArray(special.template, template) : undefined,
    inStatuses(special, status, at),
  )}`;

/** Those of them that are public, whatever their time says, or in one of its phases. */
export const cardRows = ({ phase, template }: CardQuery, at: Date): SQL =>
  sql`${and(
    isPublic(special, at),
    template?.length ? inArray(special.template, template) : undefined,
    phase?.length ? or(...phase.map((one) => inPhase(one, at))) : undefined,
  )}`;
