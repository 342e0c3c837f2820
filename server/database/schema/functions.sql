-- Functions that indexes use. The schema is named in them, since indexes are built and analyzed without a search path.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- The characters of a text and its pairs of neighbours, in lower case: what search indexes hold. Letters outside ASCII stay as they are, whatever the locale.
CREATE FUNCTION search_grams(value text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
  letters text[] := string_to_array(lower(value COLLATE "C"), NULL);
  grams text[] := letters;
BEGIN
  FOR i IN 2..cardinality(letters) LOOP
    grams := grams || (letters[i - 1] || letters[i]);
  END LOOP;
  RETURN grams;
END
$$;

-- The words of a JSON array: what an index of them holds.
CREATE FUNCTION words_of(list jsonb) RETURNS text[] LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$ BEGIN RETURN ARRAY(SELECT jsonb_array_elements_text(list)); END $$;
