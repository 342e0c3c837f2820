import { SimpleGrid, Text } from "@mantine/core";
import { type ClientLoaderFunctionArgs, useLoaderData } from "@remix-run/react";
import { IconChartPie, IconFileText } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { Panel } from "~/app/blocks/detail/panel";
import { Link } from "~/app/blocks/link";
import { t } from "~/app/i18n/t";
import { FigureCards } from "./figure-cards";
import { aboutBriefing, aboutOverview, overviewCards } from "./hidden-counts";
import { loadBriefing, loadOverview } from "./load";
import { PageTitle } from "./page-title";

export async function clientLoader({ request: { signal } }: ClientLoaderFunctionArgs) {
  const [overview, briefing] = await Promise.all([
    loadOverview({ range: "week" }, signal),
    loadBriefing({ type: "week" }, signal),
  ]);
  return { overview, briefing };
}

const links = [
  {
    ...{ to: "/analysis/overview", icon: IconChartPie, title: "客户分析" },
    about: "访客、注册用户和询盘从哪里来，客户想要什么",
  },
  {
    ...{ to: "/analysis/salesBriefing", icon: IconFileText, title: "销售简报" },
    about: "一段日期的询盘、跟进、带看和成交",
  },
] as const;

export default function Analysis() {
  const { overview, briefing } = useLoaderData<typeof clientLoader>();
  return (
    <div className={`${basic.column} ${basic.gap16}`}>
      <PageTitle />
      <Panel
        title={overview.isOwn ? t("近7天") : t("上月")}
        tools={<p className={`${basic.flat} ${basic.dim} ${basic.size13}`}>{aboutOverview(overview)}</p>}
      >
        <FigureCards cards={overviewCards(overview)} />
      </Panel>
      <Panel
        title={overview.isOwn ? t("本周简报") : t("上月简报")}
        tools={<p className={`${basic.flat} ${basic.dim} ${basic.size13}`}>{aboutBriefing(briefing)}</p>}
      >
        <div>
          {briefing.sentences.map((sentence) => (
            <Text key={sentence} lh={1.9}>
              {sentence}
            </Text>
          ))}
        </div>
      </Panel>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {links.map(({ to, icon: Icon, title, about }) => (
          <Link
            key={to}
            to={to}
            className={`${basic.sinks} ${basic.surface} ${basic.row} ${basic.gap16} ${basic.unlined}`}
            style={{ minHeight: 72, padding: "16px 20px" }}
          >
            <Icon size={28} stroke={1.5} aria-hidden />
            <span>
              <b className={`${basic.block} ${basic.bold}`} style={{ fontSize: 15 }}>
                {t(title)}
              </b>
              <span className={`${basic.flat} ${basic.dim} ${basic.size13}`}>{t(about)}</span>
            </span>
          </Link>
        ))}
      </SimpleGrid>
    </div>
  );
}
