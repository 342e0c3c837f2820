ALTER TABLE "schedule" ADD COLUMN "is_plan" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "schedule" SET "is_plan" = true WHERE "tracking_id" IS NOT NULL;
