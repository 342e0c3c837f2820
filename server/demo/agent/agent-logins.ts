import type { AgentLoginFailure } from "~/contract/agent/agent-kinds";
import { comparedLogins } from "~/contract/agent/agent-login";
import type { agentLoginLog } from "~/server/database/tables/agent/agent";
import { isoInstant } from "~/server/database/tables/columns";
import { type Calendar, day, hourly } from "../shared/calendar";
import type { Random } from "../shared/random";
import type { AccountRow, AgentStory } from "./agents";

type Row = typeof agentLoginLog.$inferInsert;

const failedShare = 0.05;
/** Of the failed ones, those of a name that nobody has. */
const strangerShare = 0.2;
/** How many of them come from where they never were. */
const farShare = 0.012;
const failures = { bad_password: 70, locked: 20, disabled: 10 } as const satisfies Partial<
  Record<AgentLoginFailure, number>
>;
const platforms = { agent_portal: 62, h5: 20, mini_program: 18 } as const;
const methods = { password: 55, sms: 30, wechat: 15 } as const;
const devices = [
  "Windows电脑 · Chrome",
  "Mac电脑 · Safari",
  "iPhone · 微信",
  "安卓设备 · 微信",
  "鸿蒙设备 · 微信",
] as const;
const levelWeights = { S: 6, A: 4, B: 2, C: 1 } as const;
const home: Readonly<Record<string, string>> = { CN: "中国", JP: "日本" };
const far = ["新加坡", "泰国", "美国", "马来西亚"] as const;

interface Signer {
  story: AgentStory;
  account: AccountRow;
}

/** A year of sign-ins at the portal, in the order of time; the accounts' last ones follow. */
export function makeAgentLogins(
  random: Random,
  calendar: Calendar,
  stories: readonly AgentStory[],
  total: number,
): Row[] {
  const signers = stories.flatMap((story) =>
    story.accounts.flatMap((account) => {
      const times = account.status === "enabled" ? levelWeights[story.row.level] : 1;
      return Array<Signer>(times).fill({ story, account });
    }),
  );
  const drafts = Array.from({ length: total }, () => draftOf(random, calendar, signers)).sort((a, b) => a.at - b.at);
  const before = new Map<number, string[]>();
  return drafts.map(({ at, signer, isFailed, region }): Row => {
    const account = signer?.account;
    const last = (account && before.get(account.id)) ?? [];
    const row: Row = {
      agent_id: account?.agent_id ?? null,
      account_id: account?.id ?? null,
      login_name: account?.login_phone ?? `1990000${random.whole(1_000, 9_899)}`,
      platform: random.weighted(platforms),
      method: random.weighted(methods),
      result: isFailed ? "failed" : "success",
      fail_reason: isFailed ? (account ? failureOf(random, account) : "not_found") : null,
      ip: `${random.pick(["203.0.113", "198.51.100", "192.0.2"])}.${random.whole(1, 254)}`,
      ip_region: region,
      device: random.pick(devices),
      is_remote: last.length > 0 && !last.includes(region),
      at: isoInstant(at),
    };
    if (account && !isFailed) {
      before.set(account.id, [region, ...last].slice(0, comparedLogins));
      account.last_login_at = row.at;
    }
    return row;
  });
}

interface Draft {
  at: number;
  signer: Signer | null;
  isFailed: boolean;
  region: string;
}

function draftOf(random: Random, calendar: Calendar, signers: readonly Signer[]): Draft {
  const isFailed = random.chance(failedShare);
  if (isFailed && random.chance(strangerShare))
    return { at: hourly(random, calendar, random.whole(0, 300)), signer: null, isFailed, region: random.pick(far) };
  for (;;) {
    const signer = random.pick(signers);
    const { story, account } = signer;
    const from = Date.parse(account.created_at ?? "");
    const to = Math.min(story.endedAt ?? calendar.now, Date.parse(account.deregistered_at ?? "2999-12-31"));
    // More of them lately.
    const at = hourly(random, calendar, Math.floor(random.value() ** 1.6 * 340));
    if (at <= from || at >= to) continue;
    // Whose account is closed gets in no more.
    if (account.status !== "enabled" && !isFailed && at > calendar.now - 60 * day) continue;
    const region = random.chance(farShare) ? random.pick(far) : (home[story.row.country_code] ?? "中国");
    return { at, signer, isFailed, region };
  }
}

const failureOf = (random: Random, { status }: AccountRow): AgentLoginFailure =>
  status === "enabled" ? (random.chance(0.8) ? "bad_password" : "locked") : random.weighted(failures);
