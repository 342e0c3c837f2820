import { useState } from "react";
import { call } from "~/app/api/call";
import { useProfile } from "~/app/session/viewer-context";
import { type Preferences, type Profile, user } from "~/contract/personal/user";

type Arrangement = Preferences["dashboard"];

export const blocks = {
  people: { label: "团队进展", isBeside: true },
  todo: { label: "待办", isBeside: true },
  target: { label: "月度目标", isBeside: true },
  kpi: { label: "关键指标", isBeside: false },
  trend: { label: "趋势", isBeside: false },
  funnel: { label: "转化漏斗", isBeside: false },
  rank: { label: "排行榜", isBeside: false },
  team: { label: "团队目标", isBeside: false },
} as const;
export type BlockKey = keyof typeof blocks;
const isBlock = (key: string): key is BlockKey => key in blocks;

const orders: Readonly<Record<string, readonly BlockKey[]>> = {
  sales: ["people", "todo", "target", "kpi", "funnel", "rank", "trend", "team"],
  sales_manager: ["people", "todo", "target", "kpi", "team", "rank", "funnel", "trend"],
  channel_manager: ["people", "todo", "target", "kpi", "funnel", "rank", "trend", "team"],
  estate_manager: ["people", "todo", "target", "kpi", "rank", "trend", "funnel", "team"],
  finance: ["people", "todo", "target", "kpi", "trend", "rank", "funnel", "team"],
  customer_service: ["people", "todo", "target", "kpi", "funnel", "trend", "rank", "team"],
};
const usual: readonly BlockKey[] = ["people", "todo", "target", "kpi", "trend", "funnel", "rank", "team"];

const orderFor = ({ roles }: Pick<Profile, "roles">): readonly BlockKey[] => {
  const known = roles.find(({ code }) => code in orders);
  return (known && orders[known.code]) ?? usual;
};

export function arranged(profile: Pick<Profile, "roles">, { order, hidden }: Arrangement) {
  const usualOrder = orderFor(profile);
  const placed = order.filter(isBlock);
  for (const [index, key] of usualOrder.entries()) {
    if (placed.includes(key)) continue;
    const before = usualOrder.slice(0, index).findLast((one) => placed.includes(one));
    placed.splice(before ? placed.indexOf(before) + 1 : 0, 0, key);
  }
  return { order: placed, hidden: new Set(hidden.filter(isBlock)) };
}

/** The choice made since the profile came, which the frame keeps for long. */
let newer: { than: Preferences; chosen: Arrangement } | undefined;

export function useArrangement() {
  const profile = useProfile();
  const { preferences } = profile;
  const [, draw] = useState(0);
  const chosen = newer?.than === preferences ? newer.chosen : preferences.dashboard;
  const show = (next: Arrangement) => {
    newer = { than: preferences, chosen: next };
    draw((turn) => turn + 1);
  };
  async function change(next: Arrangement) {
    show(next);
    // Not an action: nothing on the page is read from the answer. The call has shown the error.
    await call(user.update, { body: { preferences: { dashboard: next } } }).catch(() => show(chosen));
  }
  const isOwn = chosen.order.length > 0 || chosen.hidden.length > 0;
  return { ...arranged(profile, chosen), isOwn, change };
}
export type ArrangementState = ReturnType<typeof useArrangement>;
