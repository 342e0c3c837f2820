import { createPages } from "./pages";
import { run } from "./run";

void run(process.env, createPages);
