const pages: readonly [page: RegExp, frame: (id: string) => string][] = [
  [/bilibili\.com\/video\/(BV\w+)/i, (id) => `https://player.bilibili.com/player.html?bvid=${id}`],
  [/v\.youku\.com\/v_show\/id_([\w=]+)/i, (id) => `https://player.youku.com/embed/${id}`],
  [
    /(?:youtube\.com\/watch\?(?:.*&)?v=|youtu\.be\/|youtube\.com\/shorts\/)([\w-]{6,})/i,
    (id) => `https://www.youtube.com/embed/${id}`,
  ],
  [/\/\/vimeo\.com\/(\d+)/i, (id) => `https://player.vimeo.com/video/${id}`],
  [/v\.qq\.com\/x\/(?:page|cover\/\w+)\/(\w+)/i, (id) => `https://v.qq.com/txp/iframe/player.html?vid=${id}`],
];

export function filmAddress(pasted: string): string | undefined {
  const text = /\ssrc=["']([^"']+)/i.exec(pasted)?.[1] ?? pasted.trim();
  const whole = text.startsWith("//") ? `https:${text}` : text;
  if (!URL.canParse(whole)) return undefined;
  for (const [page, frame] of pages) {
    const id = page.exec(whole)?.[1];
    if (id) return frame(id);
  }
  const address = new URL(whole);
  address.protocol = "https:";
  return address.href;
}
