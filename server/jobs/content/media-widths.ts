import { makeWidths } from "~/server/resources/content/media/widths";
import { every, type Job } from "../scheduler";

/** Makes the widths in which sites show public pictures; until then they show the whole picture. */
export const mediaWidths: Job = {
  name: "media_widths",
  lastTurn: every(1),
  run: async ({ services, signal }) => `${await makeWidths(services, signal)} pictures`,
};
