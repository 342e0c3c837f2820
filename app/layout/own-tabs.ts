import {
  IconBuilding,
  IconCalendar,
  IconLayoutDashboard,
  IconLink,
  IconMessage2,
  IconUsers,
  type TablerIcon,
} from "@tabler/icons-react";
import { openScreen } from "~/app/session/pages";
import { useProfile } from "../session/viewer-context";

export interface Tab {
  path: string;
  label: string;
  icon: TablerIcon;
  /** A screen that is reached from the tab's own, as one of its segments. */
  segment?: string;
}

export const schedules: Tab = { path: "/schedule-list", label: "日程", icon: IconCalendar };
const clues: Tab = { path: "/clue/feedback", label: "线索", icon: IconLink };
const estates: Tab = { path: "/house/estate-list", label: "房源", icon: IconBuilding };

/** Tabs whose screen is permitted (domain D.0). The last: estates for sellers, leads for who reviews them, schedules for others. */
const tabs: readonly Tab[] = [
  { path: "/dashboard", label: "工作台", icon: IconLayoutDashboard },
  { path: "/inquiry/all-inquiry", label: "询盘", icon: IconMessage2 },
  { path: "/customer/customerInfor", label: "客户", icon: IconUsers, segment: "/customer/publicCustomer" },
];

export function useTabs(): Tab[] {
  const { permissions } = useProfile();
  const isOpen = ({ path }: Tab) => openScreen(path, permissions) !== undefined;
  const last = permissions.includes("customer:pool:claim")
    ? estates
    : permissions.includes("clue:clue:audit")
      ? clues
      : schedules;
  return [...tabs, isOpen(last) ? last : schedules].filter(isOpen);
}
