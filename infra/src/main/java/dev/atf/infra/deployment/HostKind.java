package dev.atf.infra.deployment;

/** Kind of machines that workers run on. */
public enum HostKind {
  FARGATE,
  FARGATE_SPOT,
  EC2
}
