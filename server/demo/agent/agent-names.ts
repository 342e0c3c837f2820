/** Two characters and a trade make a firm; all invented. */
export const brands = [
  ..."云栖 澜庭 恒岳 启明 山海 青禾 远帆 拓途 锦程 嘉澍 星桥 汇川 知远 凌霄 沐野 鼎和 瀚宇 曦光 泊岸 衡悦".split(" "),
] as const;
export const trades = ["海外置业", "国际地产", "房产经纪", "移民咨询", "财富管理", "留学服务", "投资顾问"] as const;

interface Place {
  city: string;
  street: string;
  country: string;
  cc: string;
  /** What the numbers of domain G.2 begin with there. */
  phone: string;
}

const china = (city: string, street: string): Place => ({ city, street, country: "CN", cc: "86", phone: "1990000" });

/** Where they have their offices, most of them in China. */
export const places: readonly Place[] = [
  ...[china("上海", "静安区南京西路"), china("上海", "浦东新区世纪大道"), china("北京", "朝阳区建国路")],
  ...[china("深圳", "福田区深南大道"), china("广州", "天河区天河路"), china("杭州", "上城区钱江路")],
  ...[china("成都", "锦江区人民南路"), china("大连", "中山区人民路"), china("青岛", "市南区香港中路")],
  { city: "东京", street: "港区芝浦", country: "JP", cc: "81", phone: "200000" },
];
