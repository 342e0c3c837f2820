import { faker } from "@faker-js/faker/locale/zh_CN";
import { pinyin } from "pinyin-pro";

/** People known to everyone: nobody in the demo data is called so. */
const famous =
  "吴健雄 林语堂 杨开慧 王思聪 马思聪 王俊凯 张国荣 林俊杰 唐国强 张国强 李国强 张国栋 王建国 王金鑫".split(" ");

export function nameSource(seed: number): () => string {
  faker.seed(seed);
  const used = new Set<string>(famous);
  return () => {
    for (;;) {
      const name = faker.person.fullName();
      if (name.length < 3 || used.has(name)) continue;
      used.add(name);
      return name;
    }
  };
}

/** A Chinese name in Latin letters, for addresses and accounts. */
export function latinOf(name: string): string {
  return pinyin(name, { toneType: "none", type: "array", surname: "head", v: true }).join("").toLowerCase();
}
