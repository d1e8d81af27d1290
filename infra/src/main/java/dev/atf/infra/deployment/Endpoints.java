package dev.atf.infra.deployment;

/** Endpoints of AWS services in a new VPC. */
public enum Endpoints {
  /** DynamoDB, S3 and SQS; all other traffic goes through the NAT gateways. */
  DATA,

  /**
   * Endpoints of STS, the image registry and CloudWatch Logs in addition, so that tasks start and
   * log without a NAT gateway.
   */
  FULL
}
