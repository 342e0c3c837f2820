import type { FigureText } from "../figures";

export const siteFigures = {
  views: {
    label: "浏览",
    definition: "在网站上被打开的次数，登录和未登录的访客都算，不含爬虫。",
  },
  visitors: { label: "UV", definition: "每天打开过它的访客数之和：同一访客一天只算一次，隔天另算。" },
  inquiries: { label: "询盘", definition: "从它的页面提交的询盘数。" },
  deals: {
    label: "成交",
    definition: "客户的首次询盘从它的页面来、并在之后365天内认购的成交数。",
  },
  conversion: { label: "转化率", definition: "询盘 ÷ UV，没有访客时不计算。" },
  shares: { label: "分享", definition: "登录的访客把它分享出去的次数。" },
  plays: { label: "播放", definition: "在网站上开始播放的次数。" },
  downloads: { label: "下载", definition: "在网站上取得文件的次数，留资后取得的也算。" },
  brought: {
    label: "询盘/成交",
    definition: "从它的页面提交的询盘数；首次询盘从它来的客户在365天内认购的成交数。",
  },
  impressions: { label: "曝光", definition: "在访客屏幕上出现的次数。" },
  clicks: { label: "点击", definition: "访客点击它的次数。" },
  click_rate: { label: "点击率", definition: "点击 ÷ 曝光，没有曝光时不计算。" },
  seen: {
    label: "曝光 / 点击 / 点击率",
    definition: "在访客屏幕上出现的次数，访客点击的次数，和点击 ÷ 曝光。",
  },
  searches: { label: "搜索", definition: "最近这些天里访客在网站上搜索它的次数，今天也算。" },
  searches_in_vain: { label: "无结果", definition: "近30天里访客搜索它而没有找到任何内容的次数。" },
  keyword_density: { label: "密度", definition: "正文中关键词所占字数的百分比，超过5%标为偏高。" },
  inlinks: { label: "内链", definition: "正文中指向本站页面的链接数，自动加入的也算，以保存时为准。" },
  blocks: { label: "板块完成度", definition: "九个板块中已经写了内容的板块数。" },
  told: {
    label: "目标/送达/已读",
    definition: "发送时找到的人数（含被跳过的），至少一个渠道送达的人数，打开站内信的人数。",
  },
  audience: { label: "目标", definition: "发送时找到的对象人数，后来被跳过的也算。" },
  reached: { label: "送达", definition: "至少一个渠道已经送达的人数。" },
  opened: { label: "已读", definition: "在站内信中打开过通知的人数。" },
} as const satisfies Record<string, FigureText>;
