import type { Served } from "~/server/lib/serve";
import { badge, type Topics } from "./events";
import { exportHandlers } from "./export-task";
import { messageHandlers } from "./message";
import { optionHandlers } from "./option";
import { uploadHandlers } from "./upload";
import { uploadIntakeHandlers } from "./upload-intake";

export const served: readonly Served[] = [
  ...optionHandlers,
  ...uploadHandlers,
  ...messageHandlers,
  ...exportHandlers,
  ...uploadIntakeHandlers,
];

export const topics = { badge } satisfies Topics;
