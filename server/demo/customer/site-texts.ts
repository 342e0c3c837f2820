/** Towns that visitors search for, real ones only. */
export const searchedKeywords: readonly string[] = [
  "东京 塔楼",
  "东京 新房",
  "港区 两房",
  "湾岸 高层",
  "丰洲 三房",
  "中目黑",
  "六本木",
  "文京区 学区",
  "大阪 难波",
  "大阪 梅田 一居",
  "大阪 投资 回报率",
  "京都 一户建",
  "福冈 天神",
  "横滨 海景",
  "札幌 公寓",
  "曼谷 素坤逸",
  "曼谷 永久产权",
  "普吉 别墅",
  "迪拜 商务湾",
  "迪拜 付款计划",
  "吉隆坡 双子塔",
  "槟城 海景",
  "伦敦 金丝雀码头",
  "墨尔本 期房",
  "新加坡 滨海",
  "雅典 黄金签证",
  "里斯本",
  "车站步行5分钟",
  "5000万日元以内",
  "1亿日元",
  "带租约",
  "精装 三房 70平",
  "2027年交房",
  "经营管理签证",
  "外国人贷款",
  "包租",
  "2LDK",
  "3LDK 高楼层",
];

/** Reports that the site offers for download. */
export const reports: readonly string[] = [
  "2026年第二季度东京新房价格报告",
  "2026年大阪租金走势",
  "曼谷公寓市场半年报",
  "2026年海外置业税费手册",
  "迪拜期房交付观察",
];

export const nicknameStarts: readonly string[] =
  "海边的 爱旅行的 东京 大阪 湾岸 慢慢 早起的 不加糖的 追光的 北纬 小巷里的 屋顶上的 周末 逆风的 晴天 深夜 认真的 南方的 下班后的 收集车站的 存钱的 看房中的 想搬家的 云上的".split(
    " ",
  );
export const nicknameEnds: readonly string[] =
  "猫 小鹿 旅人 阿青 米粒 豆包 咖啡 小满 老陈 木木 阿宁 星星 橘子 南瓜 大树 小舟 团子 读书人 阿海 小林 石头 薄荷 柚子 企鹅".split(
    " ",
  );

export const disableReasons: readonly string[] = [
  "多次发布广告内容",
  "冒用他人手机号注册",
  "频繁提交虚假询盘",
  "辱骂客服，经核实属实",
  "同行批量抓取房源数据",
  "用户本人申请暂停使用",
];

export const unregisterDetails: readonly string[] = [
  "已经在别处买好房子了，不再需要这个账号。",
  "不想再收到推送。",
  "之前用邮箱注册过一个，留一个就够了。",
  "担心个人信息外泄，请删除我的资料。",
  "搜索结果和想要的不一样。",
];
export const unregisterRejections: readonly string[] = [
  "申请人与账号手机号不一致，请本人重新提交",
  "账号名下有进行中的带看预约，请先与顾问确认",
  "用户电话中表示误操作，不再注销",
];

export const blacklistDetails: Readonly<Record<string, readonly string[]>> = {
  harassment: ["深夜反复拨打客服电话", "多次在对话中辱骂顾问", "对带看顾问有不当言行"],
  fraud: ["以他人身份信息预约看房", "冒充开发商人员索要客户资料", "提供伪造的资产证明"],
  peer: ["同行以买家身份套取底价", "批量咨询后联系我方客户"],
  ads: ["批量提交贷款广告", "询盘内容均为推广链接"],
  complaint: ["客户投诉并明确拒绝任何联系", "已通过邮件要求停止联系"],
  other: ["重复提交测试内容", "待法务确认"],
};
export const blacklistRemovals: readonly string[] = [
  "核实后为误判，予以移除",
  "客户本人来电说明情况",
  "超过观察期，无再犯",
  "号码已更换机主",
];

export const transferRequestReasons: readonly string[] = [
  "该客户是我老客户的家属，指定由我服务",
  "客户主动加我微信，希望更换顾问",
  "客户现在主要看我负责的区域",
  "客户说日语沟通，我可以直接对接",
  "客户上周在展会上与我面谈过，需求更清楚",
  "原跟进人近期无法联系到客户，客户转而来电找我",
];
export const transferRejections: readonly string[] = [
  "原顾问正在跟进中，本周安排了带看",
  "客户确认继续由原顾问服务",
  "请先与原顾问沟通后再提交",
];

export const mustHaves: readonly string[] = [
  "车站步行十分钟以内，楼下有超市",
  "高楼层、朝南，客厅要放得下钢琴",
  "可以养一只小型犬",
  "步行范围内有小学和公园",
  "能做在宅办公的小书房",
  "管理费和修缮金合计每月不超过三万日元",
  "收纳要多，最好有步入式衣帽间",
  "交房后可委托出租",
];
export const requirementExtras: readonly string[] = [
  "孩子明年四月入学，希望在那之前交房。",
  "预算可以上浮一成，但总月供不能超过家庭收入的三成。",
  "太太更看重采光，先生看重回报率，两个方案都要准备。",
  "已有一套大阪的房子在出租，这次想买来自住。",
  "希望提供中文的重要事项说明资料。",
  "资金分两批到位，付款计划需要和开发商确认。",
];
export const verifyNotes: readonly string[] = [
  "照片不清晰，请重新提供",
  "证件已过有效期",
  "与登记姓名不一致，需补充说明",
];
