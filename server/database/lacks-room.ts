import { hasCode } from "./error-code";

/** PostgreSQL's codes for a full disk, and for one so nearly full that the database takes no writes (`disk-guard.ts`). */
const states = ["53100", "25006"];
const fileCodes = ["ENOSPC", "EDQUOT"];

/** Whether an error says that nothing can be written, be it a row or a file, until somebody makes room. */
export const lacksRoom = (error: unknown): boolean => hasCode(error, [...states, ...fileCodes]);
