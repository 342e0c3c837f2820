ALTER TABLE "search_word" ADD COLUMN "special_id" bigint;--> statement-breakpoint
ALTER TABLE "search_word" ADD COLUMN "city_id" bigint;--> statement-breakpoint
ALTER TABLE "search_word" ADD CONSTRAINT "search_word_special_id_special_id_fk" FOREIGN KEY ("special_id") REFERENCES "public"."special"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "search_word" ADD CONSTRAINT "search_word_city_id_city_intro_id_fk" FOREIGN KEY ("city_id") REFERENCES "public"."city_intro"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "search_word_special" ON "search_word" USING btree ("special_id");--> statement-breakpoint
CREATE INDEX "search_word_city" ON "search_word" USING btree ("city_id");