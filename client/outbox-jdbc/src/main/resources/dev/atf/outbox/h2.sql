-- Tasks of committed transactions, until a relay has scheduled them (docs/outbox.md). Times are
-- milliseconds since 1970.
CREATE TABLE IF NOT EXISTS atf_outbox (
  id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  lambda VARCHAR(64) NOT NULL,
  ordering_key VARCHAR(256),
  idempotency_key VARCHAR(256) NOT NULL,
  request VARBINARY(1048576) NOT NULL,
  created_at BIGINT NOT NULL
    DEFAULT (CAST(EXTRACT(EPOCH FROM CURRENT_TIMESTAMP) * 1000 AS BIGINT)),
  retry_at BIGINT NOT NULL DEFAULT 0,
  attempts INT NOT NULL DEFAULT 0,
  failure VARCHAR(1000),
  UNIQUE (ordering_key, id)
);

-- The relay that works now: one row, which the relays write.
CREATE TABLE IF NOT EXISTS atf_outbox_lease (
  id INT PRIMARY KEY,
  holder VARCHAR(64) NOT NULL,
  expires_at BIGINT NOT NULL
);
