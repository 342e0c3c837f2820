import { WaitingRecord } from "../feedback/waiting";

/** Stands in a drawer until its part has been loaded. */
export const DrawerLoading = WaitingRecord;
