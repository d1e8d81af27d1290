-- Tasks of committed transactions, until a relay has scheduled them (docs/outbox.md). Times are
-- milliseconds since 1970. MySQL 8.0.13 or MariaDB 10.2, and later.
CREATE TABLE IF NOT EXISTS atf_outbox (
  id BIGINT AUTO_INCREMENT PRIMARY KEY,
  lambda VARCHAR(64) NOT NULL,
  ordering_key VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin,
  idempotency_key VARCHAR(256) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL,
  request MEDIUMBLOB NOT NULL,
  created_at BIGINT NOT NULL
    DEFAULT (CAST(UNIX_TIMESTAMP(NOW(3)) * 1000 AS SIGNED)),
  retry_at BIGINT NOT NULL DEFAULT 0,
  attempts INT NOT NULL DEFAULT 0,
  failure VARCHAR(1000) CHARACTER SET utf8mb4,
  UNIQUE (ordering_key, id)
) ENGINE = InnoDB;

-- The relay that works now: one row, which the relays write.
CREATE TABLE IF NOT EXISTS atf_outbox_lease (
  id INT PRIMARY KEY,
  holder VARCHAR(64) NOT NULL,
  expires_at BIGINT NOT NULL
) ENGINE = InnoDB;
