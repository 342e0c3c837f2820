CREATE INDEX "customer_no_prefix" ON "customer" USING btree ("customer_no" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "customer_phone_national" ON "customer" USING btree ("phone" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "customer_intent_country" ON "customer" USING gin ("intent_country_codes");