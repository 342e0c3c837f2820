-- What a deal's bill asks for is less what has gone back, no longer what is to go back.
UPDATE "deal" SET "receivable_total" = "receivable_total" + (SELECT sum("amount") FROM "billing" b WHERE b."deal_id" = "deal"."id" AND b."direction" = 'out' AND b."type" = 'refund'
  AND b."payee" = 'buyer' AND b."status" IN ('pending', 'paid'))
WHERE EXISTS (SELECT 1 FROM "billing" b WHERE b."deal_id" = "deal"."id" AND b."direction" = 'out' AND b."type" = 'refund' AND b."payee" = 'buyer' AND b."status" IN ('pending', 'paid'));
