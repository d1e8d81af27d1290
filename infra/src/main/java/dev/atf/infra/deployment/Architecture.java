package dev.atf.infra.deployment;

/** Processor architecture of a cluster's tasks on Fargate. */
public enum Architecture {
  X86_64,
  ARM64
}
