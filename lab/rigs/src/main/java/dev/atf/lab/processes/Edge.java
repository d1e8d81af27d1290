package dev.atf.lab.processes;

/** Connection from one part of the system to another. */
public enum Edge {
  CLIENT_FRONTEND,
  FRONTEND_DYNAMODB,
  FRONTEND_SQS,
  STORE_CONSUMER_DYNAMODB,
  STORE_CONSUMER_SQS,
  HSC_DYNAMODB,
  CONTROLLER_SQS,
  CONTROLLER_HSC,
  EXECUTOR_CONTROLLER,
  EXECUTOR_HSC
}
