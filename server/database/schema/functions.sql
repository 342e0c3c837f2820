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

-- What owned customers and the pool are searched by.
CREATE FUNCTION customer_words(name text, owner_id bigint, tags jsonb, countries jsonb) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  words text[] := public.search_grams(name);
  word text;
BEGIN
  IF owner_id IS NOT NULL THEN
    words := words || ('o:' || owner_id);
  END IF;
  FOR word IN SELECT jsonb_array_elements_text(tags) LOOP
    words := words || ('t:' || word);
  END LOOP;
  FOR word IN SELECT jsonb_array_elements_text(countries) LOOP
    words := words || ('c:' || word);
  END LOOP;
  RETURN words;
END
$$;

-- What owned customers and the pool are searched and narrowed by. Days and months are those of Asia/Shanghai.
CREATE FUNCTION customer_marks(name text, owner_id bigint, tags jsonb, countries jsonb, stage text, created_at timestamptz, tracked_at timestamptz, next_at timestamptz, valid_at timestamptz, assigned_at timestamptz) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
DECLARE
  marks text[] := public.customer_words(name, owner_id, tags, countries) || ('s:' || stage);
  days text[] := '{k,n,i,h}';
  months text[] := '{K,N,I,H,A}';
  moments timestamptz[] := ARRAY[tracked_at, next_at, coalesce(greatest(valid_at, assigned_at), created_at), coalesce(assigned_at, created_at), created_at];
  moment timestamp;
BEGIN
  FOR i IN 1..5 LOOP
    moment := moments[i] AT TIME ZONE interval '8 hours';
    IF moment IS NOT NULL THEN
      marks := marks || (months[i] || ':' || (extract(year FROM moment) * 12 + extract(month FROM moment))::int);
      IF i < 5 THEN
        marks := marks || (days[i] || ':' || (moment::date - date '1970-01-01'));
      END IF;
    END IF;
  END LOOP;
  RETURN marks;
END
$$;

-- What inquiries and leads are searched by together with what narrows it.
CREATE FUNCTION inquiry_marks(name text, assignee_id bigint, status text, kind text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN public.search_grams(name) || ARRAY['o:' || coalesce(assignee_id, 0), 's:' || status, 'k:' || kind];
END
$$;

CREATE FUNCTION clue_marks(customer_name text, status text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN public.search_grams(customer_name) || ('s:' || status);
END
$$;

-- What follow-ups are searched by together with who wrote them.
CREATE FUNCTION tracking_marks(words text, user_id bigint) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
  RETURN public.search_grams(words) || ('u:' || user_id);
END
$$;
