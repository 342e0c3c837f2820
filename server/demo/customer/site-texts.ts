/** What visitors search for, real towns only. */
export const searchedKeywords =
  "东京 塔楼|东京 新房|港区 两房|湾岸 高层|丰洲 三房|中目黑|六本木|文京区 学区|大阪 难波|大阪 投资 回报率|京都 一户建|福冈 天神|横滨 海景|曼谷 素坤逸|曼谷 永久产权|普吉 别墅|迪拜 付款计划|吉隆坡 双子塔|伦敦 金丝雀码头|墨尔本 期房|雅典 黄金签证|车站步行5分钟|5000万日元以内|带租约|2027年交房|经营管理签证|外国人贷款|2LDK|3LDK 高楼层".split(
    "|",
  );

/** Reports that the site offers for download. */
export const reports = ["2026年第二季度东京新房价格报告", "2026年大阪租金走势", "曼谷公寓市场半年报"];

export const nicknameStarts = "海边的 爱旅行的 东京 大阪 湾岸 早起的 不加糖的 追光的 小巷里的 周末 晴天 想搬家的".split(
  " ",
);
export const nicknameEnds = "猫 小鹿 旅人 阿青 米粒 豆包 咖啡 小满 木木 星星 橘子 南瓜 小舟 团子 石头 薄荷".split(" ");

export const disableReasons = ["多次发布广告内容", "冒用他人手机号注册", "频繁提交虚假询盘", "同行批量抓取房源数据"];
export const unregisterDetails = [
  "已经在别处买好房子了，不再需要这个账号。",
  "不想再收到推送。",
  "担心个人信息外泄，请删除我的资料。",
];
export const unregisterRejections = ["申请人与账号手机号不一致，请本人重新提交", "用户电话中表示误操作，不再注销"];

export const blacklistDetails: Readonly<Record<string, readonly string[]>> = {
  harassment: ["深夜反复拨打客服电话", "多次在对话中辱骂顾问"],
  fraud: ["以他人身份信息预约看房", "提供伪造的资产证明"],
  peer: ["同行以买家身份套取底价", "批量咨询后联系我方客户"],
  ads: ["批量提交贷款广告", "询盘内容均为推广链接"],
  complaint: ["客户投诉并明确拒绝任何联系"],
  other: ["重复提交测试内容", "待法务确认"],
};
export const blacklistRemovals = ["核实后为误判，予以移除", "客户本人来电说明情况", "超过观察期，无再犯"];

export const transferRequestReasons = [
  "该客户是我老客户的家属，指定由我服务",
  "客户主动加我微信，希望更换顾问",
  "客户现在主要看我负责的区域",
  "客户上周在展会上与我面谈过，需求更清楚",
];
export const transferRejections = ["原顾问正在跟进中，本周安排了带看", "客户确认继续由原顾问服务"];

export const mustHaves = [
  "车站步行十分钟以内，楼下有超市",
  "高楼层、朝南，客厅要放得下钢琴",
  "可以养一只小型犬",
  "能做在宅办公的小书房",
  "交房后可委托出租",
];
export const requirementExtras = [
  "孩子明年四月入学，希望在那之前交房。",
  "预算可以上浮一成，但总月供不能超过家庭收入的三成。",
  "希望提供中文的重要事项说明资料。",
  "资金分两批到位，付款计划需要和开发商确认。",
];
export const verifyNotes = ["照片不清晰，请重新提供", "证件已过有效期", "与登记姓名不一致，需补充说明"];
