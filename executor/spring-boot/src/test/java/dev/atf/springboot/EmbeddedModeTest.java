package dev.atf.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.client.AtfClient;
import dev.atf.client.TaskSpec;
import dev.atf.embedded.Atf;
import dev.atf.executor.LambdaHandler;
import dev.atf.executor.Outcome;
import dev.atf.runtime.config.ConfigException;
import dev.atf.testtime.TestTimeouts;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Tests applications that run the framework themselves. */
final class EmbeddedModeTest {
  @TempDir private Path data;

  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(
              AutoConfigurations.of(
                  AtfEmbeddedAutoConfiguration.class,
                  AtfClientAutoConfiguration.class,
                  AtfWorkerAutoConfiguration.class))
          .withUserConfiguration(Program.class);

  record Guest(String name) {}

  @Configuration(proxyBeanMethods = false)
  static class Program {
    /** Schedules another task, so that handlers need the client, and the client no handlers. */
    @Bean
    LambdaHandler<Guest> greet(AtfClient atf) {
      return LambdaHandler.of(
          "greet",
          Guest.class,
          (guest, context) ->
              Outcome.success(
                  atf.schedule(TaskSpec.of("thank", guest).idempotencyKey("x")).taskId()));
    }

    @Bean
    LambdaHandler<Guest> thank() {
      return LambdaHandler.of(
          "thank", Guest.class, (guest, context) -> Outcome.success("Thanks, " + guest.name()));
    }
  }

  private ApplicationContextRunner embedded() {
    return application.withPropertyValues("atf.mode=embedded", "atf.directory=" + data);
  }

  @Test
  void clientAndHandlersAreThoseOfTheClusterMode() {
    embedded()
        // Settings of the cluster mode may stay.
        .withPropertyValues("atf.client.uri=http://127.0.0.1:1", "atf.threads=2")
        .run(
            context -> {
              var atf = context.getBean(AtfClient.class);
              var greeted = atf.schedule(TaskSpec.of("greet", new Guest("Ada")));
              var thanks = atf.await(greeted.taskId(), TestTimeouts.STALL).resultAs(String.class);

              assertThat(atf.await(thanks, TestTimeouts.STALL).resultAs(String.class))
                  .isEqualTo("Thanks, Ada");
              assertThat(context.getBean(WorkerLifecycle.class).isRunning()).isTrue();
            });

    // The stopped application has released the directory.
    Atf.open(data).close();
  }

  @Test
  void theMissingLibraryIsNamed() {
    embedded()
        .withClassLoader(new FilteredClassLoader("dev.atf.embedded"))
        .run(
            context ->
                assertThat(context.getStartupFailure())
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining("dev.atf:atf-embedded on the class path"));
  }

  @Test
  void theMissingDirectoryIsNamed() {
    application
        .withPropertyValues("atf.mode=embedded")
        .run(
            context ->
                assertThat(context.getStartupFailure())
                    .rootCause()
                    .hasMessageContaining("atf.directory"));
  }

  @Test
  void anUnknownModeIsRefused() {
    application
        .withUserConfiguration(ClientOfNobody.class)
        .withPropertyValues("atf.mode=embeded")
        .run(
            context ->
                assertThat(context.getStartupFailure())
                    .rootCause()
                    .hasMessage("atf.mode: embeded (expected: one of [cluster, embedded])"));
  }

  @Configuration(proxyBeanMethods = false)
  static class ClientOfNobody {
    @Bean
    AtfClient atfClient() {
      return AtfClient.builder("http://127.0.0.1:1").build();
    }
  }
}
