package dev.atf.testaws;

import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.opentest4j.TestAbortedException;
import org.testcontainers.DockerClientFactory;
import software.amazon.awssdk.auth.credentials.DefaultCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The endpoints that the tests of this JVM use. JUnit closes them after the last test. */
final class OpenSite implements AutoCloseable {
  private final AwsSite site;
  private final Runnable end;

  private OpenSite(AwsSite site, Runnable end) {
    this.site = site;
    this.end = end;
  }

  static boolean isAwsRequested() {
    return Boolean.getBoolean(RealAws.PROPERTY);
  }

  /**
   * Opens LocalStack, or AWS if the profile {@code atf.aws} requests it, or the emulators if the
   * run requests them.
   */
  static OpenSite open() {
    if (isAwsRequested()) {
      var aws = RealAws.site();
      System.err.printf(
          "tests: on AWS in %s; their resources have the prefix %s and are removed at the end%n",
          aws.region(), aws.prefix());
      return new OpenSite(aws, () -> Leftovers.remove(aws));
    }
    try {
      if (Emulators.areRequested()) {
        var emulators = Emulators.start();
        return new OpenSite(emulators.site(), emulators::close);
      }
      DockerProbe.assumeDocker();
    } catch (TestAbortedException e) {
      System.err.println("tests: " + e.getMessage());
      throw e;
    }
    var localStack = LocalStack.start();
    return new OpenSite(localStack.site(), localStack::close);
  }

  AwsSite site() {
    return site;
  }

  @Override
  public void close() {
    end.run();
  }

  /** Checks whether Docker can start containers. */
  private static final class DockerProbe {
    /**
     * Property that is {@code true} if a missing Docker is a failure, as in a job of a build
     * server.
     */
    static final String REQUIRED = "atf.docker.required";

    /**
     * Time limit of the daemon's answer. A daemon on this host answers much faster. If there is
     * none, the limit delays the tests only a little.
     */
    private static final Duration ANSWER_MAX = Duration.ofSeconds(2);

    private DockerProbe() {}

    /** Aborts the suite, with the reason, if Docker does not answer. */
    static void assumeDocker() {
      if (!answers()) {
        var message =
            "Docker does not answer: the suites on LocalStack are skipped"
                + " (start Docker, or run them on AWS with -Patf.aws -Datf.aws.prefix=…)";
        if (Boolean.getBoolean(REQUIRED)) {
          throw new IllegalStateException(message + "; -D" + REQUIRED + " does not allow that");
        }
        Assumptions.abort(message);
      }
    }

    private static boolean answers() {
      var answer =
          CompletableFuture.supplyAsync(() -> DockerClientFactory.instance().isDockerAvailable());
      try {
        return answer.get(ANSWER_MAX.toMillis(), TimeUnit.MILLISECONDS);
      } catch (TimeoutException | ExecutionException e) {
        return false;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    }
  }

  /**
   * AWS, as requested by the profile {@code atf.aws}. It refuses wrong settings before it creates
   * anything.
   */
  private static final class RealAws {
    static final String PROPERTY = "atf.aws";
    static final String PREFIX = "atf.aws.prefix";

    /** Prefix that fits, with a hyphen and eight digits, into {@link AwsSite#PREFIX_CHARS_MAX}. */
    private static final Pattern PREFIX_PATTERN = Pattern.compile("[a-z][a-z0-9-]{0,10}");

    private RealAws() {}

    /** Returns a site with a unique name under the prefix, for concurrent runs. */
    static AwsSite site() {
      var prefix = System.getProperty(PREFIX, "");
      if (!PREFIX_PATTERN.matcher(prefix).matches()) {
        throw refusal(
            "-D%s: \"%s\" (expected: a letter and up to 10 of a-z 0-9 -)"
                .formatted(PREFIX, prefix));
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
        throw refusal("DynamoDB in " + region + " does not answer: " + e.getMessage());
      }
    }

    private static IllegalStateException refusal(String why) {
      return new IllegalStateException("the suites cannot run on AWS: " + why);
    }
  }
}
