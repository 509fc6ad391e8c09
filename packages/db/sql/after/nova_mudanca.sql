-- A UUIDv7, as `newId` of columns.ts makes them.
CREATE FUNCTION nova_mudanca() RETURNS uuid
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  ms text := lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0');
  acaso text := replace(gen_random_uuid()::text, '-', '');
BEGIN
  RETURN (ms || '7' || substr(acaso, 14, 3) || substr(acaso, 17, 16))::uuid;
END
$$;
