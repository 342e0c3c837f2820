import { TextInput } from "@mantine/core";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { Slots } from "~/app/blocks/slots";
import { SaveView } from "./saved-views/save-view";
import { SavedViews } from "./saved-views/saved-views";

const richHeight = 406;

const waiting = (label: string, height?: number) => (
  <TextInput label={label} disabled aria-busy styles={height ? { input: { height } } : {}} />
);
const waitingControl = ({ input }: { input: { label: string } }) => waiting(input.label);

/** The features that lists and forms use; rarely needed ones are loaded lazily. */
export const slots: Slots = {
  Media: lazyPart(
    () => import("./upload/upload"),
    "Upload",
    ({ label }) => waiting(label),
  ),
  Month: lazyPart(() => import("./property-fields/month-field"), "MonthField", waitingControl),
  Tags: lazyPart(() => import("./property-fields/tags-field"), "TagsField", waitingControl),
  Rich: lazyPart(
    () => import("./editor/rich-field"),
    "RichField",
    ({ input }) => waiting(input.label, richHeight),
  ),
  Rows: lazyPart(() => import("./property-fields/rows-field"), "RowsField", waitingControl),
  Stations: lazyPart(() => import("./property-fields/stations-field"), "StationsField", waitingControl),
  Position: lazyPart(
    () => import("./map/position-field"),
    "PositionField",
    () => <div style={{ height: 62 }} />,
  ),
  ContactCheck: lazyPart(() => import("./collision/contact-check"), "ContactCheck"),
  ExportDialog: lazyPart(() => import("./export/export-dialog"), "ExportDialog"),
  SavedViews,
  SaveView,
};
