import { contents } from "~/server/resources/areas";
import { findBrokenLinks } from "~/server/resources/seo/broken-link/find";
import { daily, type Job } from "../scheduler";

/** Finds links in public texts that lead nowhere (domain B.8). */
export const brokenLinks: Job = {
  name: "broken_links",
  lastTurn: daily("05:00"),
  run: async ({ services, at, signal }) =>
    `${await findBrokenLinks(services, Object.values(contents), at, signal)} broken`,
};
