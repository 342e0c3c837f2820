// What floats above a page, in one chunk: a list is shown before it loads.

export { OpenSelectMany, OpenSelectOne } from "~/app/blocks/form/field/open-selects";
export { PickerPanel } from "~/app/blocks/form/field/picker-panel";
export { ColumnPanel, ColumnsBelow } from "~/app/blocks/list/columns/column-panel";
export { OpenCell } from "~/app/blocks/list/row/open-cell";
export { RowMenu } from "~/app/blocks/list/row/row-menu";
export { Tip } from "./figure/tip";
