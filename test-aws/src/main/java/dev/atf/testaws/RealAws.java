package dev.atf.testaws;

import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.regex.Pattern;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** AWS itself, as the profile {@code atf.aws} asks for it. Refuses before it creates anything. */
final class RealAws {
  static final String ASKED_FOR = "atf.aws";
  static final String PREFIX = "atf.aws.prefix";

  /** Prefix that fits, with a hyphen and eight digits, into {@link AwsSite#PREFIX_CHARS_MAX}. */
  private static final Pattern PREFIX_PATTERN = Pattern.compile("[a-z][a-z0-9-]{0,10}");

  private RealAws() {}

  /** Returns a site with a unique name under the prefix, for concurrent runs. */
  static AwsSite site() {
    var prefix = System.getProperty(PREFIX, "");
    if (!PREFIX_PATTERN.matcher(prefix).matches()) {
      throw refusal(
          "-D%s: \"%s\" (expected: a letter and up to 10 of a-z 0-9 -)".formatted(PREFIX, prefix));
    }
    var region = region();
    requireCredentials();
    requireAnswer(region);
    var run = HexFormat.of().toHexDigits(new SecureRandom().nextInt());
    return new AwsSite("", "", "", region.id(), prefix + "-" + run);
  }

  private static Region region() {
    try {
      return DefaultAwsRegionProviderChain.builder().build().getRegion();
    } catch (SdkException e) {
      throw refusal("no region (expected: AWS_REGION or a profile that names one)");
    }
  }

  private static void requireCredentials() {
    try (var chain = DefaultCredentialsProvider.builder().build()) {
      var unused = chain.resolveCredentials();
    } catch (SdkException e) {
      throw refusal(
          "no credentials in the default chain"
              + " (expected: AWS_PROFILE, AWS_ACCESS_KEY_ID and its secret, or a role)");
    }
  }

  private static void requireAnswer(Region region) {
    try (var client = DynamoDbClient.builder().region(region).build()) {
      var unused = client.listTables(r -> r.limit(1));
    } catch (SdkException e) {
      throw refusal("DynamoDB in " + region + " cannot be asked: " + e.getMessage());
    }
  }

  private static IllegalStateException refusal(String why) {
    return new IllegalStateException("the suites cannot run on AWS: " + why);
  }
}
