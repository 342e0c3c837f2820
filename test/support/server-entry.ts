// The server as server/main.ts runs it, except the app's pages, which need a build.
import { run } from "~/server/run";

void run(process.env);
