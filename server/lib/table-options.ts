import type { TableScene } from "~/contract/shared/option";
import type { Db } from "~/server/database/database";
import type { ActingUser, Caller } from "./caller";
import type { Entry } from "./option-values";

/** The user who asks, since not everybody sees every row. */
interface Asking<Who = ActingUser> {
  db: Db;
  user: Who;
}

export interface SceneQuery {
  keyword?: string;
  country?: string[];
  parent_id?: number;
  min_level?: number;
}

interface TableSource {
  /** Whether a keyword also finds them by their contacts, so that it is counted. */
  findsContacts?: true;
  offer(asking: Asking<Caller>, query: SceneQuery): Promise<Entry[]>;
  /** The entries of chosen values, including those that may not be chosen any more. */
  name(asking: Asking, values: string[]): Promise<Entry[]>;
}

/** Where the values of each table scene come from: the pickers' options and the check of what is written both ask here. */
export type OptionSources = Readonly<Record<TableScene, TableSource>>;
