ALTER TABLE "tracking" ADD COLUMN "deal_id" bigint;--> statement-breakpoint
ALTER TABLE "schedule" ADD COLUMN "deal_id" bigint;--> statement-breakpoint
CREATE INDEX "tracking_deal" ON "tracking" USING btree ("deal_id","tracked_at") WHERE "tracking"."deal_id" is not null;--> statement-breakpoint
CREATE INDEX "billing_voucher" ON "billing" USING gin ("voucher_ids" jsonb_path_ops) WHERE "billing"."voucher_ids" <> '[]';--> statement-breakpoint
CREATE INDEX "media_paper" ON "media" USING btree ("scene","created_at") WHERE "media"."scene" in ('deal', 'voucher', 'statement');