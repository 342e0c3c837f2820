/** Some are common, as in life: they are here several times. */
export const surnames = [
  ..."李李李李李李李张张张张张张刘刘刘刘刘陈陈陈陈杨杨杨黄黄赵赵周周吴吴徐徐孙孙马马朱胡郭何林高罗郑梁谢宋唐许韩邓冯曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖石金韦贾夏付方邹熊白孟秦邱侯江尹薛闫雷龙黎史陶贺毛郝顾龚邵万",
];
/** Of given names: of one, or of two, of which most pairs are rare. */
export const characters = [
  ..."伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰红春梅文志海永振东晓云飞龙辉斌波宁鹏浩宇轩然怡欣佳嘉俊熙诗琪雅婷若曦博思远梦瑶哲承泽景行安启航语嫣芷铭阳书晨逸沐舒天佑心睿渊知夏君采薇修紫萱昊婉清依诺致妍奕映雪星河念慈弘毅乐正冰洁凯瑞涵立诚萌煜城珊宸晴绍宛如图曼菲栋巧世月兴邦慧德燕惠珍秋菊光素汉新民翠萍",
];
/** The name of one in 20,000. */
export const rare = "郦芈昭";
// Parts of a text, split by blanks: of a follow-up who said, what about, what next; of an estate where it is, and its kind.
export const said = "电话沟通，客户表示 微信联系，客户提到 客户主动来电， 带看后回访，客户反馈 视频看房后客户说";
export const wishes =
  "预算在八百万左右，希望朝南 想买东京港区的塔楼 更看重租金回报，已对比三个楼盘 首付资金要等股票解禁 太太不喜欢高楼层 需要办理经营管理签证 贷款预审还没有结果 对户型满意，价格还想再谈 想了解汇率和税费 担心交房延期 想要新加坡的学区房 目前只是先了解市场";
export const steps =
  "，已发送资料。 ，约好下周再联系。 ，需要经理协助报价。 ，等客户回复。 ，建议周末再次带看。 ，暂不推进。";
export const places = "云汀湾岸 远帆河畔 青岚山手 星野公园 白鹭花园 松涛都心 海镜港町 月见丘上 樱台新城 秋水湖畔";
export const kinds = "塔 公馆 府 苑 邸 轩 阁 台 庭 居";
