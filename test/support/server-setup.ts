import { join, relative } from "node:path";
import fc from "fast-check";
import { afterAll, expect } from "vitest";
import { fileLine, keepDriven } from "./driven";
import { endRunning } from "./running";
import { seed } from "./seed";

fc.configureGlobal({ seed });

// Said of each file, also of one whose tests are all skipped, for the test that asks whether all files ran.
keepDriven(fileLine(relative(join(import.meta.dirname, "../.."), expect.getState().testPath ?? "")));

afterAll(endRunning);
