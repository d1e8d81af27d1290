package dev.atf.queue.sqs;

import org.elasticmq.rest.sqs.SQSRestServerBuilder;

/** ElasticMQ server for all tests of this JVM; it ends with it. */
final class ElasticMq {
  private static final String ENDPOINT =
      "http://127.0.0.1:"
          + SQSRestServerBuilder.withInterface("127.0.0.1")
              .withDynamicPort()
              .start()
              .waitUntilStarted()
              .localAddress()
              .getPort();

  private ElasticMq() {}

  static String endpoint() {
    return ENDPOINT;
  }
}
