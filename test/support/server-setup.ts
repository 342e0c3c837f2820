import { join, relative } from "node:path";
import { expect } from "vitest";
import { fileLine, keepDriven } from "./driven";

// Said of each file, also of one whose tests are all skipped, for the test that asks whether all files ran.
keepDriven(fileLine(relative(join(import.meta.dirname, "../.."), expect.getState().testPath ?? "")));
