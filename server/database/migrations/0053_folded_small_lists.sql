ALTER TABLE "article_category" ADD COLUMN "name_fold" text;--> statement-breakpoint
ALTER TABLE "article_tag" ADD COLUMN "name_fold" text;--> statement-breakpoint
ALTER TABLE "quick_reply" ADD COLUMN "title_fold" text;--> statement-breakpoint
ALTER TABLE "quick_reply" ADD COLUMN "content_fold" text;--> statement-breakpoint
ALTER TABLE "tracker" ADD COLUMN "name_fold" text;--> statement-breakpoint
ALTER TABLE "banner" ADD COLUMN "title_fold" text;--> statement-breakpoint
ALTER TABLE "home_section" ADD COLUMN "title_fold" text;--> statement-breakpoint
ALTER TABLE "section" ADD COLUMN "name_fold" text;--> statement-breakpoint
ALTER TABLE "seo_tag" ADD COLUMN "name_fold" text;--> statement-breakpoint
ALTER TABLE "app_version" ADD COLUMN "title_fold" text;--> statement-breakpoint
ALTER TABLE "broker" ADD COLUMN "company_name_fold" text;--> statement-breakpoint
ALTER TABLE "option" ADD COLUMN "label_fold" text;--> statement-breakpoint
ALTER TABLE "role" ADD COLUMN "name_fold" text;