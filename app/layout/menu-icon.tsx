import {
  IconBell,
  IconBuilding,
  IconChartPie,
  IconFileText,
  IconLayoutDashboard,
  IconLink,
  IconMap2,
  IconMessage2,
  IconPoint,
  IconSettings,
  IconSpeakerphone,
  IconStar,
  IconUserCheck,
  IconUsers,
  IconWorldSearch,
  type TablerIcon,
} from "@tabler/icons-react";

/** By the names that contract/screens.ts gives to the areas. */
const icons: Record<string, TablerIcon> = {
  dashboard: IconLayoutDashboard,
  analysis: IconChartPie,
  agent: IconUserCheck,
  inquiry: IconMessage2,
  customer: IconUsers,
  deal: IconFileText,
  house: IconBuilding,
  clue: IconLink,
  notification: IconBell,
  article: IconFileText,
  resources: IconSpeakerphone,
  region: IconMap2,
  seo: IconWorldSearch,
  special: IconStar,
  system: IconSettings,
};

export function MenuIcon({ name }: { name: string | null }) {
  const Icon = icons[name ?? ""] ?? IconPoint;
  return <Icon size={20} stroke={1.6} aria-hidden />;
}
