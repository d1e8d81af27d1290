package dev.atf.testaws;

import org.testcontainers.localstack.LocalStackContainer;
import org.testcontainers.utility.DockerImageName;

/** LocalStack in its own container. */
final class LocalStack implements AutoCloseable {
  /** Latest image that needs no token. Later images require an account (ADR 0008). */
  private static final String IMAGE = "localstack/localstack:4.14.0";

  private final LocalStackContainer container;

  private LocalStack(LocalStackContainer container) {
    this.container = container;
  }

  static LocalStack start() {
    var container =
        new LocalStackContainer(DockerImageName.parse(IMAGE))
            .withServices("dynamodb", "sqs", "s3")
            // Addresses of queues are then those that the caller used, with the mapped port.
            .withEnv("SQS_ENDPOINT_STRATEGY", "dynamic");
    container.start();
    return new LocalStack(container);
  }

  AwsSite site() {
    var endpoint = container.getEndpoint().toString();
    return new AwsSite(endpoint, endpoint, endpoint, container.getRegion(), "it");
  }

  @Override
  public void close() {
    container.stop();
  }
}
