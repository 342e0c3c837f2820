import { Textarea, TextInput } from "@mantine/core";
import { lazyPart } from "~/app/blocks/lazy-part";
import type { Plugins } from "~/app/blocks/plugins";

/** Keeps the place of a control that is still being loaded. */
const waiting = (label: string) => <TextInput label={label} disabled aria-busy />;
const waitingControl = ({ input }: { input: { label: string } }) => waiting(input.label);

/** The features that lists and forms use; each is loaded when the first list or form needs it. */
export const plugins: Plugins = {
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
    ({ input }) => <Textarea label={input.label} rows={18} disabled aria-busy />,
  ),
  Rows: lazyPart(() => import("./property-fields/rows-field"), "RowsField", waitingControl),
  Stations: lazyPart(() => import("./property-fields/stations-field"), "StationsField", waitingControl),
  Position: lazyPart(
    () => import("./map/position-field"),
    "PositionField",
    () => <div style={{ height: 62 }} />,
  ),
  SavedViews: lazyPart(() => import("./saved-views/saved-views"), "SavedViews"),
  ExportButton: lazyPart(() => import("./export/export-button"), "ExportButton"),
};
