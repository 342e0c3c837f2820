import type { ShareLanguage } from "~/contract/share/share-kinds";
import { en } from "./words/en";
import { ja } from "./words/ja";
import type { ShareWords } from "./words/share-words";
import { zh } from "./words/zh";

const all: Readonly<Record<ShareLanguage, ShareWords>> = { zh, en, ja };

export const shareWords = (language: ShareLanguage): ShareWords => all[language];
