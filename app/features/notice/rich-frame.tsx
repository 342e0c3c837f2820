import { useCallback, useEffect, useRef, useState } from "react";
import basic from "~/app/basic.module.css";
import { fontFaces, fontFamily } from "~/app/fonts";
import classes from "./notice.module.css";

const style = `
${fontFaces}
:root { color-scheme: light; }
* { box-sizing: border-box; }
html { overflow-x: hidden; }
body { margin: 0; padding: 12px 14px; font: 15px/1.75 ${fontFamily}; color: #1f2329; background: #fff; overflow-wrap: anywhere; }
h2, h3, h4 { margin: 1.2em 0 0.5em; line-height: 1.4; }
h2 { font-size: 20px; } h3 { font-size: 17px; } h4 { font-size: 15px; }
body > :first-child { margin-top: 0; } body > :last-child { margin-bottom: 0; }
p { margin: 0 0 10px; }
a { color: #1a62d6; }
img { max-width: 100%; height: auto; border-radius: 4px; }
blockquote { margin: 0 0 12px; padding: 2px 14px; border-left: 3px solid #c9d3e0; color: #575e69; }
pre { padding: 10px; background: #f5f6f7; overflow-x: auto; }
table { display: block; max-width: 100%; margin: 0 0 12px; border-collapse: collapse; overflow-x: auto; }
th, td { padding: 5px 9px; border: 1px solid #dee0e3; text-align: left; vertical-align: top; }
th { background: #f5f6f7; }
td > p:last-child, th > p:last-child, li > p:last-child { margin-bottom: 0; }
.estate { display: block; margin: 0 0 12px; padding: 10px 12px; border: 1px solid #dee0e3; border-radius: 4px; color: inherit; text-decoration: none; }
.estate img { float: left; width: 96px; height: 64px; margin: 0 10px 0 0; object-fit: cover; }
.estate strong { display: block; } .estate span { margin-right: 12px; font-size: 13px; color: #575e69; }
.estate::after { content: ""; display: block; clear: both; }
`;

export function RichFrame({ title, html }: { title: string; html: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(64);
  const watcher = useRef<ResizeObserver>();

  const follow = useCallback(() => {
    const body = frame.current?.contentDocument?.body;
    watcher.current?.disconnect();
    if (!body) return;
    const measure = () => setHeight(Math.ceil(body.getBoundingClientRect().height));
    measure();
    // Pictures load later.
    watcher.current = new ResizeObserver(measure);
    watcher.current.observe(body);
  }, []);
  useEffect(() => () => watcher.current?.disconnect(), []);

  const page = `<!doctype html><html lang="zh-CN"><head><meta charset="utf-8"><base target="_blank"><style>${style}</style></head><body>${html}</body></html>`;
  return (
    <iframe
      ref={frame}
      title={title}
      className={`${classes.frame} ${basic.block} ${basic.bordered} ${basic.rounded}`}
      // Without scripts; same origin, so that its height can be read. Links open outside.
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      srcDoc={page}
      style={{ height }}
      onLoad={follow}
    />
  );
}
