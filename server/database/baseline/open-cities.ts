interface City {
  code: string;
  name: string;
  local: string;
}

interface Area extends City {
  cities: readonly City[];
}

const city = (code: string, name: string, local: string): City => ({ code, name, local });
const area = (code: string, name: string, local: string, cities: readonly City[]): Area => ({
  code,
  name,
  local,
  cities,
});

/**
 * Areas and cities of the countries in which business is done, except Japan. An estate is in a district of level 2
 * (domain B.5), so there is an area above each. The list and the codes are our own.
 */
export const openCities: Readonly<Record<string, readonly Area[]>> = {
  TH: [
    area("bangkok", "曼谷", "กรุงเทพมหานคร", [
      city("watthana", "瓦塔纳区", "เขตวัฒนา"),
      city("khlong-toei", "空堤区", "เขตคลองเตย"),
      city("sathon", "沙吞区", "เขตสาทร"),
      city("bang-rak", "挽叻区", "เขตบางรัก"),
      city("huai-khwang", "汇权区", "เขตห้วยขวาง"),
    ]),
    area("chonburi", "春武里府", "ชลบุรี", [city("pattaya", "芭提雅", "พัทยา"), city("si-racha", "是拉差", "ศรีราชา")]),
    area("phuket", "普吉府", "ภูเก็ต", [city("phuket-town", "普吉镇", "เมืองภูเก็ต"), city("thalang", "塔朗", "ถลาง")]),
    area("chiang-mai", "清迈府", "เชียงใหม่", [city("chiang-mai-city", "清迈市", "เมืองเชียงใหม่")]),
  ],
  AE: [
    area("dubai", "迪拜", "دبي", [
      city("downtown-dubai", "迪拜市中心", "وسط مدينة دبي"),
      city("dubai-marina", "迪拜码头", "دبي مارينا"),
      city("business-bay", "商业湾", "الخليج التجاري"),
      city("palm-jumeirah", "棕榈岛", "نخلة جميرا"),
      city("jvc", "朱美拉村", "قرية جميرا الدائرية"),
    ]),
    area("abu-dhabi", "阿布扎比", "أبو ظبي", [
      city("yas-island", "亚斯岛", "جزيرة ياس"),
      city("saadiyat", "萨迪亚特岛", "جزيرة السعديات"),
    ]),
    area("ras-al-khaimah", "哈伊马角", "رأس الخيمة", [city("al-marjan", "马尔扬岛", "جزيرة المرجان")]),
  ],
  GR: [
    area("attica", "阿提卡大区", "Αττική", [
      city("athens", "雅典", "Αθήνα"),
      city("piraeus", "比雷埃夫斯", "Πειραιάς"),
      city("glyfada", "格利法扎", "Γλυφάδα"),
    ]),
    area("central-macedonia", "中马其顿大区", "Κεντρική Μακεδονία", [
      city("thessaloniki", "塞萨洛尼基", "Θεσσαλονίκη"),
    ]),
    area("crete", "克里特大区", "Κρήτη", [city("chania", "干尼亚", "Χανιά")]),
    area("south-aegean", "南爱琴大区", "Νότιο Αιγαίο", [city("santorini", "圣托里尼", "Σαντορίνη")]),
  ],
  MY: [
    area("kuala-lumpur", "吉隆坡", "Kuala Lumpur", [
      city("klcc", "吉隆坡城中城", "KLCC"),
      city("mont-kiara", "满家乐", "Mont Kiara"),
      city("bangsar", "孟沙", "Bangsar"),
    ]),
    area("selangor", "雪兰莪州", "Selangor", [
      city("petaling-jaya", "八打灵再也", "Petaling Jaya"),
      city("cyberjaya", "赛城", "Cyberjaya"),
    ]),
    area("johor", "柔佛州", "Johor", [
      city("johor-bahru", "新山", "Johor Bahru"),
      city("iskandar-puteri", "依斯干达公主城", "Iskandar Puteri"),
    ]),
    area("penang", "槟城州", "Pulau Pinang", [city("george-town", "乔治市", "George Town")]),
  ],
  GB: [
    area("greater-london", "大伦敦", "Greater London", [
      city("westminster", "威斯敏斯特", "Westminster"),
      city("canary-wharf", "金丝雀码头", "Canary Wharf"),
      city("nine-elms", "九榆树", "Nine Elms"),
    ]),
    area("north-west-england", "英格兰西北", "North West England", [
      city("manchester", "曼彻斯特", "Manchester"),
      city("liverpool", "利物浦", "Liverpool"),
    ]),
    area("west-midlands", "西米德兰兹", "West Midlands", [city("birmingham", "伯明翰", "Birmingham")]),
    area("scotland", "苏格兰", "Scotland", [city("edinburgh", "爱丁堡", "Edinburgh")]),
  ],
  AU: [
    area("new-south-wales", "新南威尔士州", "New South Wales", [
      city("sydney", "悉尼", "Sydney"),
      city("parramatta", "帕拉马塔", "Parramatta"),
    ]),
    area("victoria", "维多利亚州", "Victoria", [
      city("melbourne", "墨尔本", "Melbourne"),
      city("box-hill", "博士山", "Box Hill"),
    ]),
    area("queensland", "昆士兰州", "Queensland", [
      city("brisbane", "布里斯班", "Brisbane"),
      city("gold-coast", "黄金海岸", "Gold Coast"),
    ]),
    area("western-australia", "西澳大利亚州", "Western Australia", [city("perth", "珀斯", "Perth")]),
  ],
  US: [
    area("california", "加利福尼亚州", "California", [
      city("los-angeles", "洛杉矶", "Los Angeles"),
      city("irvine", "尔湾", "Irvine"),
      city("san-jose", "圣何塞", "San Jose"),
    ]),
    area("new-york", "纽约州", "New York", [
      city("manhattan", "曼哈顿", "Manhattan"),
      city("queens", "皇后区", "Queens"),
    ]),
    area("texas", "得克萨斯州", "Texas", [city("houston", "休斯敦", "Houston"), city("dallas", "达拉斯", "Dallas")]),
    area("florida", "佛罗里达州", "Florida", [city("miami", "迈阿密", "Miami"), city("orlando", "奥兰多", "Orlando")]),
  ],
  SG: [
    area("central-region", "中区", "Central Region", [
      city("orchard", "乌节", "Orchard"),
      city("marina-south", "滨海南", "Marina South"),
      city("river-valley", "里峇峇利", "River Valley"),
      city("novena", "诺维娜", "Novena"),
    ]),
    area("east-region", "东区", "East Region", [city("tampines", "淡滨尼", "Tampines")]),
    area("west-region", "西区", "West Region", [city("jurong-east", "裕廊东", "Jurong East")]),
    area("north-east-region", "东北区", "North-East Region", [city("punggol", "榜鹅", "Punggol")]),
  ],
  PT: [
    area("lisbon", "里斯本大区", "Lisboa", [
      city("lisbon-city", "里斯本", "Lisboa"),
      city("cascais", "卡斯凯什", "Cascais"),
      city("oeiras", "奥埃拉什", "Oeiras"),
    ]),
    area("norte", "北部大区", "Norte", [city("porto", "波尔图", "Porto"), city("braga", "布拉加", "Braga")]),
    area("algarve", "阿尔加维大区", "Algarve", [city("faro", "法鲁", "Faro"), city("lagos", "拉古什", "Lagos")]),
  ],
};
