import { createPages } from "./http/pages";
import { run } from "./run";

void run(process.env, createPages);
