// What floats above a page, in one chunk: a list is shown before it loads.

export { Tip } from "./figure/tip";
export { OpenSelectMany, OpenSelectOne } from "./form/open-selects";
export { PickerPanel } from "./form/picker-panel";
export { ColumnPanel, ColumnsBelow } from "./list/column-panel";
export { OpenCell } from "./list/open-cell";
export { RowMenu } from "./list/row-menu";
