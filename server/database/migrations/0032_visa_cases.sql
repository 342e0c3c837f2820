ALTER TABLE "requirement_annex" ALTER COLUMN "requirement_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "requirement_annex" ADD COLUMN "inquiry_id" bigint;--> statement-breakpoint
ALTER TABLE "inquiry" ADD COLUMN "visa_met" smallint;--> statement-breakpoint
-- What `visaMet` (contract/inquiry/visa-check.ts) says of the cases that there are.
UPDATE "inquiry" SET "visa_met" =
	coalesce(("ext" ->> 'capital_jpy')::numeric >= coalesce((SELECT ("value" #>> '{}')::numeric FROM "setting" WHERE "key" = 'visa.capital_min'), 30000000), false)::int
	+ ("ext" ->> 'has_fulltime_staff' IS NOT DISTINCT FROM 'true')::int
	+ ("ext" ->> 'has_3y_experience' IS NOT DISTINCT FROM 'true' OR "ext" ->> 'has_master' IS NOT DISTINCT FROM 'true')::int
	+ (coalesce("ext" ->> 'japanese_level', '') IN ('N1', 'N2')
		OR coalesce("ext" ->> 'staff_japanese_level', '') IN ('N1', 'N2') AND "ext" ->> 'has_fulltime_staff' IS DISTINCT FROM 'false')::int
	+ ("ext" ->> 'plan_confirmed' IS NOT DISTINCT FROM 'true')::int
	+ ("ext" ->> 'office_ready' IS NOT DISTINCT FROM 'true')::int
	WHERE "kind" = 'visa';--> statement-breakpoint
CREATE INDEX "requirement_annex_inquiry" ON "requirement_annex" USING btree ("inquiry_id") WHERE "requirement_annex"."inquiry_id" is not null;--> statement-breakpoint
CREATE INDEX "inquiry_visa_met" ON "inquiry" USING btree ("visa_met","created_at","id") WHERE "inquiry"."deleted_at" is null and "inquiry"."kind" = 'visa';--> statement-breakpoint
CREATE INDEX "inquiry_visa_order" ON "inquiry" USING btree ("visa_met","id") WHERE "inquiry"."deleted_at" is null and "inquiry"."kind" = 'visa';--> statement-breakpoint
ALTER TABLE "requirement_annex" ADD CONSTRAINT "requirement_annex_owner" CHECK (num_nonnulls("requirement_annex"."requirement_id", "requirement_annex"."inquiry_id") = 1);