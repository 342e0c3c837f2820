import { firstVisit } from "./first-requests";
import { createPages } from "./http/pages";
import { readVisitorFiles } from "./http/visitor-pages";
import { run } from "./run";

void run(process.env, () => ({ pages: createPages(firstVisit), visitor: readVisitorFiles() }));
