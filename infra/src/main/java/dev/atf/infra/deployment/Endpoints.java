package dev.atf.infra.deployment;

/** The endpoints of AWS services in a VPC that is made for the cluster. */
public enum Endpoints {
  /** DynamoDB, S3 and SQS; all else goes through the NAT gateways. */
  DATA,

  /** Also STS, the registry of images and CloudWatch's logs: tasks start and log without a NAT. */
  FULL
}
