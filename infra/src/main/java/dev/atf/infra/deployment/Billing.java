package dev.atf.infra.deployment;

/** How the tables are paid for. */
public enum Billing {
  ON_DEMAND,
  PROVISIONED
}
