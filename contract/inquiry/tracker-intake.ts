import { z } from "zod";
import { RowsTaken, rowsOf } from "../customer/customer-intake";
import { trackerCode } from "../customer/customer-user";
import * as field from "../field";
import { signedEndpoint } from "../signed";

const count = (label: string) => field.integer(label, 0, 2_000_000_000).default(0);

/** A tracking point's visits of a day as the site has counted them itself; sent again they take the place of the former. */
export const DailyIntake = z.object({
  code: trackerCode(),
  date: field.day("日期"),
  pv: count("PV"),
  uv: count("UV"),
  clicks: count("点击"),
  impressions: count("展示"),
});
export type DailyIntake = z.output<typeof DailyIntake>;

export const trackerIntake = {
  daily: signedEndpoint("POST /api/inquiry/tracker/daily/intake", "接入追踪点每日数据", {
    body: rowsOf(1_000),
    reply: RowsTaken,
  }),
};
