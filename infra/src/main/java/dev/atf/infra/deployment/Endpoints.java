package dev.atf.infra.deployment;

/** Endpoints of AWS services in a new VPC. */
public enum Endpoints {
  /** DynamoDB, S3 and SQS; all other traffic goes through the NAT gateways. */
  DATA,

  /**
   * Endpoints of STS, the registry of images and CloudWatch's logs as well: tasks start and log
   * without a NAT.
   */
  FULL
}
