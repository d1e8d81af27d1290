package dev.atf.infra.deployment;

/** Billing mode of the tables. */
public enum Billing {
  ON_DEMAND,
  PROVISIONED
}
