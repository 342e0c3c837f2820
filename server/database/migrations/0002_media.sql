ALTER TABLE "media" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "alt_zh" text;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "alt_zh_tw" text;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "alt_ja" text;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "alt_en" text;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "focus_x" smallint;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "focus_y" smallint;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "is_kept" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "trashed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "replaced_by" bigint;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "widths" jsonb;--> statement-breakpoint
CREATE INDEX "media_library" ON "media" USING btree ("created_at","id") WHERE "media"."scene" in ('cover', 'content', 'album', 'film', 'report', 'brochure') and "media"."replaced_by" is null;--> statement-breakpoint
-- The built-in roles that write what shows pictures get the codes of the media library (domain A.2).
UPDATE "role" SET "permissions" = "permissions" || '["content:media:view", "content:media:edit", "content:media:destroy"]'
WHERE "builtin" AND "code" IN ('super_admin', 'estate_manager', 'content_editor', 'seo_editor') AND NOT "permissions" ? 'content:media:view';
