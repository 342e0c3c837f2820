import type { Job } from "../scheduler";
import { currencyRefresh } from "./currency-refresh";

export const regionJobs: readonly Job[] = [currencyRefresh];
