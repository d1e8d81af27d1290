package dev.atf.testaws;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Assumptions;
import org.testcontainers.DockerClientFactory;

/** Checks whether Docker can start containers. */
final class DockerProbe {
  /** Set to {@code true} where a missing Docker is a failure, such as in a build server's job. */
  static final String REQUIRED = "atf.docker.required";

  /** Chosen: a daemon on this host answers in a fraction of it, and no daemon costs little time. */
  private static final Duration ANSWER_MAX = Duration.ofSeconds(2);

  private DockerProbe() {}

  /** Aborts the suite, with the reason, if Docker does not answer. */
  static void assumeDocker() {
    if (!answers()) {
      var message =
          "Docker does not answer: the suites on LocalStack are skipped"
              + " (they run where Docker does, and on AWS with -Patf.aws -Datf.aws.prefix=…)";
      if (Boolean.getBoolean(REQUIRED)) {
        throw new IllegalStateException(message + "; -D" + REQUIRED + " forbids that");
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
