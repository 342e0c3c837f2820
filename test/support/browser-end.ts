import { afterEach } from "vitest";
import { endOfTest } from "./browser";

// A setup file, since it runs with every test file; the modules that the files import do not.
afterEach(({ task }) => endOfTest({ name: task.name, hasFailed: task.result?.state === "fail" }));
