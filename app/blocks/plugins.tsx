import { type ComponentType, createContext, type ReactNode, useContext } from "react";
import type { Endpoint } from "~/contract/endpoint";
import type { ColumnChoice } from "~/contract/personal/user";
import type { Media, UploadScene } from "~/contract/shared/upload";
import type { ControlProps } from "./form/choice-field";
import type { Field } from "./form/schema-fields";

/** A file that a record holds already. */
export type KnownMedia = Pick<Media, "id" | "name" | "url"> & Partial<Pick<Media, "mime">>;

/** A file that is shown elsewhere and may be taken. */
export type MediaChoice = KnownMedia & { thumb: string };

export interface MediaControlProps {
  /** What is uploaded decides kinds and size; what `value` names already is in `known`; `choices` are there to be taken without being sent again. */
  media: { scene: UploadScene; known?: readonly KnownMedia[]; choices?: readonly MediaChoice[] };
  label: string;
  isRequired?: boolean;
  error?: ReactNode;
  max?: number;
  value: readonly number[];
  onChange: (ids: number[]) => void;
}

/** One cell of a list of rows, for whoever draws it as the field that it is. */
export interface Cell {
  id: string;
  field: Field;
  value: unknown;
  error: string | undefined;
  onChange: (name: string, value: unknown) => void;
}

export interface RowsControlProps extends ControlProps {
  value: readonly unknown[];
  /** Draws a cell: the form's own controls, by the contract. */
  draw: (cell: Cell) => ReactNode;
}

/** One of the two numbers of a place. */
export interface Degrees {
  id: string;
  field: Field;
  value: unknown;
  error: ReactNode;
}

export interface PositionControlProps {
  lat: Degrees;
  lng: Degrees;
  onChange: (name: string, value: unknown) => void;
  onBlur: (name: string) => void;
}

export interface SaveViewProps {
  /** The list's name. */
  list: string;
  endpoint: Endpoint;
  /** Which columns stand there now. */
  columns: ColumnChoice;
}

export interface SavedViewsProps extends SaveViewProps {
  /** Shows a view's columns instead of the user's own; null: the user's. */
  onColumns: (columns: ColumnChoice | null) => void;
}

export interface ExportDialogProps {
  /** An endpoint that answers a file; where its query has a `reason`, that is asked for first. */
  call: Endpoint;
  /** The list's filter and sort. */
  query: Record<string, unknown>;
  onClose: () => void;
}

export interface ContactCheckProps {
  /** The list that was searched, and for what. */
  endpoint: Endpoint;
  keyword: string;
}

/** What lists and forms use of the features, which they do not import: a feature is made of blocks. */
export interface Plugins {
  Media: ComponentType<MediaControlProps>;
  Month: ComponentType<ControlProps & { value: string }>;
  Tags: ComponentType<ControlProps & { value: readonly string[] }>;
  /** Formatted text. */
  Rich: ComponentType<ControlProps & { value: string }>;
  Rows: ComponentType<RowsControlProps>;
  Stations: ComponentType<RowsControlProps>;
  Position: ComponentType<PositionControlProps>;
  SavedViews: ComponentType<SavedViewsProps>;
  /** Keeps what a list is narrowed by as a view. */
  SaveView: ComponentType<SaveViewProps>;
  /** 导出: what the present filter finds, as a file, after the reason; with the progress of the transfer, and a way to stop it. */
  ExportDialog: ComponentType<ExportDialogProps>;
  /** What else may be done where a keyword finds nothing. */
  ContactCheck: ComponentType<ContactCheckProps>;
}

const Context = createContext<Plugins | undefined>(undefined);

/** Hands the features to all lists and forms below; the staff layout does. */
export const PluginProvider = Context.Provider;

/** The features that the staff layout has handed in. */
export function usePlugins(): Plugins {
  const plugins = useContext(Context);
  if (!plugins) throw new Error("no PluginProvider");
  return plugins;
}
