import { WaitingRecord } from "../feedback/waiting";
import { lazyPart } from "../lazy-part";
import type { RecordForm } from "./record-form";

/** The record form for lists, details and dialogs, which most visits leave without one. A form screen takes RecordForm itself. */
export const LazyRecordForm = lazyPart(
  () => import("./record-form"),
  "RecordForm",
  WaitingRecord,
  // `lazyPart` loses the type parameter; the form hands over what this very schema has parsed.
) as unknown as typeof RecordForm;
