import { now } from "~/contract/now";

/** Above all numbers of rows; the time and 8 random bits follow. */
const first = 2 ** 50;
const perMillisecond = 256;

export const keptFileNumber = (): number => first + now() * perMillisecond + Math.floor(Math.random() * perMillisecond);

/** Whether a file's number stands for one that waits in this browser. */
export const isKeptFile = (id: number): boolean => id >= first;

export const keptFileTime = (id: number): number => (id - first) / perMillisecond;
