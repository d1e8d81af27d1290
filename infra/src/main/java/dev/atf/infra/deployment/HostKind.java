package dev.atf.infra.deployment;

/** On what workers run. */
public enum HostKind {
  FARGATE,
  FARGATE_SPOT,
  EC2
}
