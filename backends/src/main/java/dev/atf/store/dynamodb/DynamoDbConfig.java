package dev.atf.store.dynamodb;

import dev.atf.model.check.FieldChecks;
import java.net.URI;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Location of the tables.
 *
 * @param endpoint address of DynamoDB; empty for AWS's default; {@code http://} for an emulator,
 *     with placeholder credentials if there are none
 * @param region region of the tables; empty for the AWS SDK's (AWS_REGION)
 * @param tablePrefix prefix of table names, another one for each cluster of an account; may be
 *     empty
 * @param client how calls are made
 */
public record DynamoDbConfig(
    String endpoint, String region, String tablePrefix, DynamoDbClientConfig client) {
  private static final Pattern ENDPOINT = Pattern.compile("https?://[^\\s/]+/?");
  private static final Pattern REGION = Pattern.compile("[a-z0-9-]{0,64}");

  /**
   * Pattern of a prefix. A table name has at most 255 characters, so there is space for the rest of
   * it.
   */
  private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9_.-]{0,200}");

  /** Defaults. This field comes after the pattern, because its constructor uses the pattern. */
  public static final DynamoDbConfig DEFAULTS = new DynamoDbConfig("", "", "atf-");

  public DynamoDbConfig {
    new FieldChecks()
        .that(
            endpoint.isEmpty() || ENDPOINT.matcher(endpoint).matches(),
            "endpoint",
            endpoint,
            "empty or http(s)://host:port")
        .that(
            REGION.matcher(region).matches(),
            "region",
            region,
            "a region such as us-east-1, or empty")
        .that(
            PREFIX.matcher(tablePrefix).matches(),
            "tablePrefix",
            tablePrefix,
            "at most 200 of A-Z a-z 0-9 _ . -")
        .end();
  }

  /** Creates a configuration with the default client settings. */
  public DynamoDbConfig(String endpoint, String region, String tablePrefix) {
    this(endpoint, region, tablePrefix, DynamoDbClientConfig.DEFAULTS);
  }

  /** Returns this configuration with other client settings. */
  public DynamoDbConfig with(DynamoDbClientConfig otherClient) {
    return new DynamoDbConfig(endpoint, region, tablePrefix, otherClient);
  }

  /** Returns whether this is AWS and not an emulator. */
  boolean isAws() {
    return !endpoint.startsWith("http://");
  }

  /** Returns the configured endpoint; empty if it follows from the region. */
  Optional<URI> endpointUri() {
    return endpoint.isEmpty() ? Optional.empty() : Optional.of(URI.create(endpoint));
  }

  TableNames tables() {
    return TableNames.withPrefix(tablePrefix);
  }
}
