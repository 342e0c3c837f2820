import classes from "./flag.module.css";

// Only addresses: a flag is loaded when it becomes visible, and none is part of a script.
const addresses = import.meta.glob<string>("../../../node_modules/country-flag-icons/3x2/*.svg", {
  eager: true,
  import: "default",
  query: "?url&no-inline",
});
const byCode = new Map(
  Object.entries(addresses).map(([path, address]) => [path.slice(path.lastIndexOf("/") + 1, -".svg".length), address]),
);

interface FlagPictureProps {
  /** As stored for the country: the emoji, which not every system draws. Without one nothing is shown. */
  flag: string | null;
  code: string;
}

export function FlagPicture({ flag, code }: FlagPictureProps) {
  const address = flag ? byCode.get(code) : undefined;
  return address ? <img className={classes.flag} src={address} alt="" width={21} height={14} loading="lazy" /> : null;
}
