package dev.atf.store.dynamodb;

import dev.atf.model.FieldChecks;
import java.net.URI;
import java.util.regex.Pattern;

/**
 * Where the tables are.
 *
 * @param endpoint of a DynamoDB that is not AWS's, such as {@code http://localhost:8000}; empty:
 *     AWS, with its own chain of credentials
 * @param region of the tables
 * @param tablePrefix keeps clusters apart that share an account; may be empty
 * @param client how calls are made
 */
public record DynamoDbConfig(
    String endpoint, String region, String tablePrefix, DynamoDbClientConfig client) {
  private static final Pattern ENDPOINT = Pattern.compile("https?://[^\\s/]+/?");
  private static final Pattern REGION = Pattern.compile("[a-z0-9-]{1,64}");

  /** A table name has at most 255 characters: this leaves room for the longest of ours. */
  private static final Pattern PREFIX = Pattern.compile("[A-Za-z0-9_.-]{0,200}");

  /** Below the patterns, which it is checked with. */
  public static final DynamoDbConfig DEFAULTS = new DynamoDbConfig("", "us-east-1", "atf-");

  public DynamoDbConfig {
    new FieldChecks()
        .that(
            endpoint.isEmpty() || ENDPOINT.matcher(endpoint).matches(),
            "endpoint",
            endpoint,
            "empty or http(s)://host:port")
        .that(REGION.matcher(region).matches(), "region", region, "a region such as us-east-1")
        .that(
            PREFIX.matcher(tablePrefix).matches(),
            "tablePrefix",
            tablePrefix,
            "at most 200 of A-Z a-z 0-9 _ . -")
        .end();
  }

  /** With calls made as by default. */
  public DynamoDbConfig(String endpoint, String region, String tablePrefix) {
    this(endpoint, region, tablePrefix, DynamoDbClientConfig.DEFAULTS);
  }

  /** The same with calls made in another way. */
  public DynamoDbConfig with(DynamoDbClientConfig otherClient) {
    return new DynamoDbConfig(endpoint, region, tablePrefix, otherClient);
  }

  /** Whether this is AWS itself. */
  boolean isAws() {
    return endpoint.isEmpty();
  }

  URI endpointUri() {
    return URI.create(endpoint);
  }

  TableNames tables() {
    return TableNames.withPrefix(tablePrefix);
  }
}
