const words = (text: string) => text.split(" ");

/** Some surnames are common, as in life: they stand here several times. */
export const surnames = [
  ..."王王王王王王王李李李李李李李张张张张张张刘刘刘刘刘陈陈陈陈杨杨杨黄黄赵赵周周吴吴徐徐孙孙马马朱胡郭何林高罗郑梁谢宋唐许韩邓冯曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖石金韦贾夏付方邹熊白孟秦邱侯江尹薛闫雷龙黎史陶贺毛郝顾龚邵万",
];

/** Given names that many share. */
export const givenNames = words(
  "建国 建国 建国 秀英 秀英 国强 桂兰 海涛 丽娟 永强 玉梅 志刚 春燕 晓东 红霞 振华 淑芬 卫东 凤英 美玲 家伟 慧敏 子涵 雨桐 浩然 欣怡 梓轩 思远 佳宁 明哲 晓雯 嘉豪 诗琪 俊熙 雅婷 宇航 若曦 文博 静怡 志远 梦瑶",
);

/** Characters of all other given names: of one, or of two, of which most pairs are rare. */
export const nameCharacters = [
  ..."伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰红春梅建国文志海永振东晓云飞龙辉斌波宁鹏浩宇轩然怡欣佳嘉俊熙诗琪雅婷若曦博思远梦瑶明哲承泽景行安启航语嫣芷铭阳书晨逸沐舒天佑心睿渊知夏君采薇修紫萱昊婉清依诺致妍奕映雪星河念慈弘毅乐正冰洁凯瑞涵立诚萌煜城珊宸晴绍宛如图曼菲栋巧世月兴邦慧德燕惠珍秋菊光素汉新民翠萍金生彩庆丰爱友良长青宗翰怀学勤谦婧元白佑窈楷慕姝允岚士桐皓可彦韵鸿煊鑫驰烨霖炫懿圣忆荣问松智初豪焱惜香健柏婵黎昕旭尧凌峻润莎恒莲颖祺露筠宝",
];

/** Of one customer in 100,000. */
export const rareName = "郦芈昭";

/** Parts of a follow-up's text: who said, what about, what next. */
export const contents = [
  words(
    "电话沟通，客户表示 微信联系，客户提到 客户主动来电， 带看后回访，客户反馈 客户一家三口到访， 视频看房后客户说 再次跟进， 与客户约时间，",
  ),
  words(
    "预算在八百万左右，希望朝南 想买东京港区的塔楼，方便孩子上学 更看重租金回报，已对比三个楼盘 首付资金要等股票解禁 对管理费和修缮金有疑问 太太不喜欢高楼层 考虑大阪中央区的投资公寓 需要办理经营管理签证 贷款预审还没有结果 已经在别处看了两套 希望离地铁站十分钟以内 对户型满意，价格还想再谈 年底前要定下来 想了解汇率和税费 父母也会一起住，要两个卫生间 担心交房延期 想要新加坡的学区房 目前只是先了解市场",
  ),
  words(
    "，已发送资料。 ，约好下周再联系。 ，需要经理协助报价。 ，等客户回复。 ，建议周末再次带看。 ，已转贷款专员跟进。 ，暂不推进。 ，已约到访时间。",
  ),
] as const;

export const nicknames = [
  words("阳光 海风 小鹿 老王 清茶 东京 樱花 山间 云端 安静 快乐 南方 北方 夏天 冬日 蓝色 橙子 柠檬 星星 月亮"),
  words("的房子 妈妈 爸爸 生活 旅人 同学 先生 女士 在路上 小屋 日记 投资 海外 之家 慢慢来 看世界 2020 2021 2022 888"),
] as const;

/** Names of estates: an invented house, a word for what one sees, the kind. */
export const estateNames = [
  words("云汀 远帆 青岚 星野 白鹭 松涛 海镜 月见 樱台 秋水 清和 明澄 天际 锦绣 朝晖 暮云 竹里 兰亭 听雨 望川"),
  words("湾岸 山手 公园 车站前 河畔 花园 都心 丘上 港町 森林 湖畔 新城 西町 东町 北町 南町 一番町 三丁目 大道 广场"),
] as const;
export const estateKinds = words("塔 公馆 府 苑 邸 轩 阁 台 庭 居");
export const rareEstate = "龘靐公馆";
export const stationNames = words(
  "东京 品川 涩谷 新宿 池袋 上野 秋叶原 田町 滨松町 目黑 惠比寿 五反田 大崎 有乐町 神田 日暮里 驹込 巢鸭 大冢 代代木 原宿 高田马场 新大久保 莺谷 御徒町",
);
