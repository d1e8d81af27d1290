package dev.atf.infra.deployment;

/** The processors of Fargate on which a cluster's tasks run. */
public enum Architecture {
  X86_64,
  ARM64
}
