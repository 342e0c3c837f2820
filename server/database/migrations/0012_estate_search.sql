DROP INDEX "estate_walk";--> statement-breakpoint
DROP INDEX "estate_country";--> statement-breakpoint
DROP INDEX "estate_type";--> statement-breakpoint
DROP INDEX "estate_audit_created";--> statement-breakpoint
DROP INDEX "estate_published";--> statement-breakpoint
DROP INDEX "estate_units";--> statement-breakpoint
CREATE INDEX "estate_listed" ON "estate" USING btree ("created_at","id","country_code","district_id","property_type","sale_status","audit_status","publish_status","price_min_cny","price_max_cny","area_min","area_max","gross_yield","completion_at","walk_min","is_hot","is_recommend","has_units","layouts") WHERE "estate"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "estate_yield_last" ON "estate" USING btree ("gross_yield" DESC NULLS LAST,"id" DESC NULLS FIRST) WHERE "estate"."deleted_at" is null;