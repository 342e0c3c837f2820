import { firstVisit } from "./first-requests";
import { createPages } from "./http/pages";
import { run } from "./run";

void run(process.env, () => createPages(firstVisit));
