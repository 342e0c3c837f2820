import { Group } from "@mantine/core";
import { IconFile, IconFileTypePdf } from "@tabler/icons-react";
import basic from "~/app/basic.module.css";
import { Pictures } from "~/app/features/album/pictures";

interface DealFile {
  id: number;
  name: string;
  mime: string;
  url: string;
}

export function DealFileList({ files }: { files: readonly DealFile[] }) {
  if (files.length === 0) return null;
  const pictures = files.filter(({ mime }) => mime.startsWith("image/"));
  const documents = files.filter((file) => !pictures.includes(file));
  return (
    <Group gap="8px 14px">
      <Pictures pictures={pictures} isSmall />
      {documents.map((file) => {
        const Icon = file.mime === "application/pdf" ? IconFileTypePdf : IconFile;
        return (
          <a
            key={file.id}
            className={`${basic.inlineRow} ${basic.gap4} ${basic.size14} ${basic.anywhere} ${basic.touch}`}
            style={{ textDecoration: "underline" }}
            href={file.url}
            target="_blank"
            rel="noreferrer"
          >
            <Icon size={18} stroke={1.5} aria-hidden /> {file.name}
          </a>
        );
      })}
    </Group>
  );
}
