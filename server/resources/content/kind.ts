import type { AnyPgColumn, PgTable } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { Change } from "~/contract/common";
import { type ContentKind, contentCodes } from "~/contract/content/content-kinds";
import { isLive, type PublishStatus } from "~/contract/content/publishing";
import type { FieldError } from "~/contract/errors";
import type { UploadScene } from "~/contract/shared/upload";
import type { contentColumns } from "~/server/database/tables/content/content";
import type { SignedCall } from "~/server/lib/call";
import { entity } from "~/server/lib/entity";
import type { Addressed } from "./slug";

/** A table of one kind of content: `contentColumns` and its own. */
export type ContentTable = PgTable &
  Record<Exclude<keyof typeof contentColumns, "version">, AnyPgColumn> & { version: AnyPgColumn<{ data: number }> };

export interface ContentItem {
  id: number;
  version: number;
  publish_status: PublishStatus;
  publish_at: string | null;
  was_public: boolean;
  media_ids: number[];
  slug?: string;
  deleted_at: string | null;
  created_by: number | null;
  updated_by: number | null;
}

export type Values = Record<string, unknown>;

export interface KindOptions {
  kind: ContentKind;
  title: string;
  module: string;
  table: ContentTable;
  fields: z.ZodObject;
  whole: z.ZodObject;
  /** Names of its fields of rich text, and of those that name a picture or several. */
  rich: readonly string[];
  pictures: readonly string[];
  /** Formatted texts and pictures nested in its fields, such as in modules. */
  inner?: Inner;
  /** Names of its fields that name another file, such as a film, with the scene that it was sent for. */
  files?: Readonly<Record<string, UploadScene>>;
  /** The field that names it, which its address is made of. */
  named: string;
  addressed?: Addressed;
  /** The record as its form shows it, to change an older version. */
  present(call: SignedCall, id: number): Promise<unknown>;
  /** What is wrong with values, apart from limits, dictionary and pictures. */
  check?(call: SignedCall, values: Values, before: ContentItem | undefined): Promise<FieldError[]>;
  /** Further columns that follow from its fields. */
  derive?(call: SignedCall, values: Values, before: ContentItem | undefined): Promise<Values>;
  /** What refers to a piece, in words, so that it may not be deleted. */
  referred?(call: SignedCall, id: number): Promise<string | undefined>;
  /** What goes with a piece that is deleted. */
  removed?(call: SignedCall, row: ContentItem): Promise<void>;
  /** Values of an older version as they may be written now, such as tags that have been merged. */
  renew?(call: SignedCall, values: Values): Promise<Values>;
}

/** What is nested in a kind's fields, each text and picture by a name that begins with its field's, such as `modules.2.content`. */
export interface Inner {
  texts(values: Values): Readonly<Record<string, string>>;
  /** The values with these texts instead of their own. */
  withTexts(values: Values, texts: Readonly<Record<string, string | null>>): Values;
  pictures(values: Values): Readonly<Record<string, number>>;
  /** A field's value in lines of words, as versions are compared. */
  lines(values: Values): Readonly<Record<string, readonly string[]>>;
  nameOf(values: Values, name: string): string;
}

type Line = Parameters<ReturnType<typeof entity<ContentTable>>["log"]>[2];

/** Records of a kind, of which only what all kinds have is known. */
interface Records {
  find(call: Pick<SignedCall, "db">, id: number): Promise<ContentItem>;
  lock(call: SignedCall, id: number, version?: number): Promise<ContentItem>;
  log(call: SignedCall, row: ContentItem, line?: Line): Promise<void>;
  create(call: SignedCall, values: Values): Promise<ContentItem>;
  change(call: SignedCall, row: ContentItem, values: Values, line?: Line): Promise<ContentItem>;
  changesIn(call: SignedCall, before: Values, after: Values): Promise<Change[]>;
  remove(call: SignedCall, row: ContentItem): Promise<void>;
  unknownChoices(call: SignedCall, after: Values, before?: Values): Promise<FieldError[]>;
}

export interface Kind extends KindOptions {
  records: Records;
  codes: (typeof contentCodes)[ContentKind];
  names: readonly string[];
}

export function kindOf(options: KindOptions): Kind {
  const { kind, title, module, table, fields, named, pictures, files = {} } = options;
  const hidden = [...pictures, ...Object.keys(files)];
  const nameOf = (row: object) => String((row as Values)[named]);
  const present = (call: SignedCall, id: number) => options.present(call, id);
  const records = entity({ table, module, type: kind, title, nameOf, fields, hidden, present });
  return {
    ...options,
    codes: contentCodes[kind],
    names: Object.keys(fields.shape),
    // Whichever table it is, `contentColumns` make its rows pieces; drizzle cannot say so of a table that is a parameter.
    records: records as unknown as Records,
  };
}

/** The state as it is at a moment: a scheduled piece whose time has come is published, even before that is written. */
export const statusAt = ({ publish_status, publish_at }: ContentItem, now: Date): PublishStatus =>
  publish_status === "scheduled" && publish_at !== null && Date.parse(publish_at) <= now.getTime()
    ? "published"
    : publish_status;

type Caller = Pick<SignedCall["user"], "permissions">;

const holds = ({ permissions }: Caller, code: string) => new Set<string>(permissions).has(code);

export const mayPublish = (kind: ContentKind, user: Caller): boolean => holds(user, contentCodes[kind].publish);

/** What somebody may do with a piece in its state (domain C.7). */
export function canOf(kind: ContentKind, user: Caller, status: PublishStatus) {
  const [edits, publishes] = [holds(user, contentCodes[kind].edit), mayPublish(kind, user)];
  return {
    edit: edits,
    save_live: edits && (publishes || !isLive(status)),
    publish: publishes && status !== "published",
    schedule: publishes && status !== "published",
    unschedule: publishes && status === "scheduled",
    offline: publishes && status === "published",
    to_draft: publishes && status === "offline",
    delete: edits && (status === "draft" || status === "offline"),
  };
}

export const valuesOf = (kind: Kind, row: object): Values =>
  Object.fromEntries(kind.names.map((name) => [name, (row as Values)[name] ?? null]));
