import classes from "./flag.module.css";

// Addresses alone: a flag is fetched when it comes into sight, and none is part of a script.
const addresses = import.meta.glob<string>("../../../node_modules/country-flag-icons/3x2/*.svg", {
  eager: true,
  import: "default",
  query: "?url&no-inline",
});
const byCode = new Map(
  Object.entries(addresses).map(([path, address]) => [path.slice(path.lastIndexOf("/") + 1, -".svg".length), address]),
);

interface FlagPictureProps {
  /** As the country keeps it: the emoji, which not every system draws. Without one nothing is shown. */
  flag: string | null;
  code: string;
}

/** A country's flag, beside its name: it says nothing by itself. */
export function FlagPicture({ flag, code }: FlagPictureProps) {
  const address = flag ? byCode.get(code) : undefined;
  return address ? <img className={classes.flag} src={address} alt="" width={21} height={14} loading="lazy" /> : null;
}
