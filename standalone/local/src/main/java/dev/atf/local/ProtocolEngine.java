package dev.atf.local;

import dev.atf.controller.ControllerComponent;
import dev.atf.controller.ControllerConfig;
import dev.atf.embedded.Settings;
import dev.atf.frontend.FrontendComponent;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.hsc.HscComponent;
import dev.atf.hsc.HscConfig;
import dev.atf.local.engine.EmbeddedDynamoDb;
import dev.atf.local.engine.EmbeddedSqs;
import dev.atf.runtime.Service;
import dev.atf.runtime.config.ConfigException;
import dev.atf.storeconsumer.StoreConsumerComponent;
import dev.atf.storeconsumer.StoreConsumerConfig;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;

/**
 * DynamoDB and SQS, called over their protocols: either AWS, or the emulators of both in this
 * process.
 */
public final class ProtocolEngine implements LocalEngine {
  private final String storeEndpoint;
  private final String queueEndpoint;
  private final String region;
  private final String blobs;
  private final List<AutoCloseable> parts;

  private ProtocolEngine(
      String storeEndpoint,
      String queueEndpoint,
      String region,
      String blobs,
      List<AutoCloseable> parts) {
    this.storeEndpoint = storeEndpoint;
    this.queueEndpoint = queueEndpoint;
    this.region = region;
    this.blobs = blobs;
    this.parts = parts;
  }

  /**
   * Starts the emulators.
   *
   * @param data directory for tables that survive restarts; if empty, tables are in memory
   * @param blobs location of the contents of resources
   */
  static ProtocolEngine emulators(Optional<Path> data, int sqsPort, String blobs) {
    var dynamoDb = EmbeddedDynamoDb.start(data, 0);
    try {
      var sqs = EmbeddedSqs.start(sqsPort);
      return new ProtocolEngine(
          dynamoDb.endpoint(), sqs.endpoint(), "us-east-1", blobs, List.of(sqs, dynamoDb));
    } catch (RuntimeException e) {
      dynamoDb.close();
      throw e;
    }
  }

  /**
   * Connects to AWS.
   *
   * @throws ConfigException if the SDK finds no credentials, or no region
   */
  static ProtocolEngine aws() {
    return new ProtocolEngine("", "", regionOfAws(), "", List.of());
  }

  /**
   * Returns the region that the AWS SDK finds.
   *
   * @throws ConfigException if it finds no region or no credentials
   */
  public static String regionOfAws() {
    try (var credentials = DefaultCredentialsProvider.builder().build()) {
      credentials.resolveCredentials();
      return new DefaultAwsRegionProviderChain().getRegion().id();
    } catch (SdkException e) {
      throw new ConfigException(
          "AWS needs credentials and a region, such as AWS_PROFILE and AWS_REGION: "
              + e.getMessage());
    }
  }

  @Override
  public Settings withStore(Settings settings) {
    return settings.withStore(storeEndpoint).with("ATF_STORE_REGION", region);
  }

  @Override
  public Settings withQueues(Settings settings) {
    return settings.withQueue(queueEndpoint).with("ATF_QUEUE_REGION", region);
  }

  @Override
  public Settings withBlobs(Settings settings) {
    return blobs.isEmpty() ? settings : settings.with("ATF_BLOBS", blobs);
  }

  @Override
  public FrontendComponent frontend(FrontendConfig config) {
    return FrontendComponent.onAws(config);
  }

  @Override
  public Service hsc(HscConfig config) {
    return HscComponent.onAws(config).service();
  }

  @Override
  public Service storeConsumer(StoreConsumerConfig config) {
    return StoreConsumerComponent.onAws(config).service();
  }

  @Override
  public ControllerComponent controller(ControllerConfig config) {
    return ControllerComponent.onAws(config);
  }

  /**
   * Does nothing: SQS keeps its messages, and alarms push the tasks of an in-memory queue again.
   */
  @Override
  public void recover() {}

  @Override
  public String storeEndpoint() {
    return storeEndpoint;
  }

  @Override
  public String forWorkers(String hscUri, boolean byToken) {
    var queues =
        queueEndpoint.isEmpty() ? "AWS_REGION=" + region : "ATF_QUEUE_ENDPOINT=" + queueEndpoint;
    var token = byToken ? " ATF_CREDENTIALS_TOKEN_FILE=FILE (of atf token --grant execute:L)" : "";
    return "workers of your own need %s ATF_HSC_URI=%s%s".formatted(queues, hscUri, token);
  }

  @Override
  public void close() {
    for (var part : parts) {
      try {
        part.close();
      } catch (Exception e) {
        System.err.println("atf: " + part.getClass().getSimpleName() + " did not stop: " + e);
      }
    }
  }
}
