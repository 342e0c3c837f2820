import type { ShareKind, ShareLanguage } from "~/contract/share/share-kinds";
import type { ShareSnapshot } from "~/server/database/tables/share/share";
import type { Asking } from "~/server/lib/call";
import type { Writer } from "./amounts";
import type { Consultant } from "./consultant";
import type { ShareWords } from "./words/share-words";

/** What is shared, as it is kept or asked for. */
export interface Subject {
  kind: ShareKind;
  language: ShareLanguage;
  unit_id: number | null;
  quotation_no: string | null;
  estate_ids: readonly number[];
  special_id: number | null;
  note: string | null;
  snapshot: ShareSnapshot;
}

/** How its reader gets at pictures, and who answers. */
export interface Reader {
  pictureOf: (id: number, size?: "thumb") => string;
  consultant: Consultant | undefined;
  /** People of the house also look at what is not online (yet). */
  seesOffline: boolean;
}

/** With what a part is written. */
export interface Writing extends Asking {
  subject: Subject;
  reader: Reader;
  words: ShareWords;
  write: Writer;
}
