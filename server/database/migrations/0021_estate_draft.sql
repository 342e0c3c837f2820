ALTER TABLE "estate" ALTER COLUMN "property_type" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "estate" ALTER COLUMN "sale_status" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "estate" ALTER COLUMN "address" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "estate" ALTER COLUMN "developer" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "estate" ALTER COLUMN "tenure" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "estate" ALTER COLUMN "total_units" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "estate" ALTER COLUMN "completion_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "estate" ALTER COLUMN "price_min" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "estate" ALTER COLUMN "price_max" DROP NOT NULL;--> statement-breakpoint
CREATE INDEX "estate_price_last" ON "estate" USING btree ("price_min_cny" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE "estate"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "estate_completion_last" ON "estate" USING btree ("completion_at" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE "estate"."deleted_at" is null;--> statement-breakpoint
ALTER TABLE "estate" ADD CONSTRAINT "estate_whole" CHECK ("estate"."audit_status" in ('draft', 'rejected') or ("estate"."property_type" is not null and "estate"."sale_status" is not null and "estate"."developer" is not null and "estate"."tenure" is not null and "estate"."total_units" is not null and "estate"."completion_at" is not null and "estate"."address" is not null and "estate"."price_min" is not null and "estate"."price_max" is not null));