package dev.atf.springboot;

import static dev.atf.testkit.AtfAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.atf.client.AtfClient;
import dev.atf.client.TaskSpec;
import dev.atf.executor.LambdaHandler;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskInterceptor;
import dev.atf.protocol.v1.Lambda;
import dev.atf.runtime.config.ConfigException;
import dev.atf.testkit.EmbeddedAtfExtension;
import dev.atf.testtime.TestTimeouts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.annotation.Order;

/** Runs a real application, which Spring Boot configures itself, on the embedded engine. */
@Tag("system")
final class SpringApplicationTest {

  @RegisterExtension
  static final EmbeddedAtfExtension atf =
      EmbeddedAtfExtension.serving(UnaryOperator.identity())
          .with(Lambda.newBuilder().setName("greet").build())
          .with(Lambda.newBuilder().setName("wait").build());

  record Guest(String name) {}

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
  static class Program {
    final CountDownLatch begun = new CountDownLatch(1);
    final CountDownLatch goOn = new CountDownLatch(1);

    @Bean
    LambdaHandler<Guest> greet() {
      return LambdaHandler.of(
          "greet", Guest.class, (guest, context) -> Outcome.success("Hello, " + guest.name()));
    }

    @Bean
    LambdaHandler<Guest> waiting() {
      return LambdaHandler.of(
          "wait",
          Guest.class,
          (guest, context) -> {
            begun.countDown();
            goOn.await();
            return Outcome.success("done");
          });
    }

    @Bean
    @Order(2)
    TaskInterceptor inner() {
      return around("inner");
    }

    @Bean
    @Order(1)
    TaskInterceptor outer() {
      return around("outer");
    }

    public static void main(String[] args) {
      new SpringApplicationBuilder(Program.class).web(WebApplicationType.NONE).run(args);
    }

    private static TaskInterceptor around(String name) {
      return call ->
          Outcome.success(name + "(" + ((Outcome.Success) call.proceed()).result() + ")");
    }
  }

  private static ConfigurableApplicationContext run(String... more) {
    var settings = atf.workerSettings();
    var arguments = new ArrayList<>(List.of(more));
    arguments.add("--atf.controller-uri=" + settings.get("ATF_CONTROLLER_URI"));
    arguments.add("--atf.hscUri=" + settings.get("ATF_HSC_URI"));
    arguments.add("--atf.client.uri=" + atf.frontendUri());
    return new SpringApplicationBuilder(Program.class)
        .web(WebApplicationType.NONE)
        .run(arguments.toArray(String[]::new));
  }

  @Test
  void handlersThatAreBeansAreServedAndTheClientIsABean() throws Exception {
    try (var application = run()) {
      var client = application.getBean(AtfClient.class);
      var scheduled = client.schedule(TaskSpec.of("greet", new Guest("Ada")));

      assertThat(client.await(scheduled.taskId(), TestTimeouts.STALL))
          .hasResult("outer(inner(Hello, Ada))")
          .hasAttempts(1);
    }
  }

  @Test
  void theEndOfTheApplicationDrainsForAsLongAsThatTakes() throws Exception {
    var application = run("--spring.lifecycle.timeout-per-shutdown-phase=1ms");
    var program = application.getBean(Program.class);
    var scheduled = atf.client().schedule(TaskSpec.of("wait", new Guest("Ada")));
    program.begun.await();

    var closing = new Thread(application::close);
    closing.start();
    await().atMost(TestTimeouts.STALL).until(() -> closing.getState() == Thread.State.WAITING);
    assertThat(atf.client().get(scheduled.taskId()).isFinished()).isFalse();
    program.goOn.countDown();
    closing.join();

    assertThat(atf.client().get(scheduled.taskId())).hasSucceeded().hasAttempts(1);
    assertThat(application.isActive()).isFalse();
  }

  @Test
  void theSettingLambdaChoosesOneHandler() throws Exception {
    try (var application = run("--atf.lambda=greet")) {
      var waiting = atf.client().schedule(TaskSpec.of("wait", new Guest("Ada")));
      var greeted = atf.client().schedule(TaskSpec.of("greet", new Guest("Ada")));

      assertThat(atf.client().await(greeted.taskId(), TestTimeouts.STALL)).hasSucceeded();
      assertThat(atf.client().get(waiting.taskId())).isWaiting();
      var ignored = atf.client().cancel(waiting.taskId(), "the test is over");
      assertThat(application.getBean(WorkerLifecycle.class).isRunning()).isTrue();
    }
  }

  @Test
  void childOfASupervisorEndsWithIt(@TempDir Path directory) throws Exception {
    var deadlineFile = directory.resolve("greet.deadline");
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var builder =
        new ProcessBuilder(
            java, "-cp", System.getProperty("java.class.path"), Program.class.getName());
    builder.environment().putAll(atf.workerSettings());
    builder.environment().put("ATF_LAMBDA", "greet");
    builder.environment().put("ATF_DEADLINE_FILE", deadlineFile.toString());
    builder.environment().put("ATF_END_WITH_PARENT", "true");
    var log = directory.resolve("log").toFile();
    var child = builder.redirectErrorStream(true).redirectOutput(log).start();
    try {
      var greeted = atf.client().schedule(TaskSpec.of("greet", new Guest("Ada")));
      assertThat(atf.client().await(greeted.taskId(), TestTimeouts.STALL)).hasSucceeded();
      assertThat(deadlineFile).exists();

      child.getOutputStream().close();

      assertThat(child.waitFor(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(child.exitValue()).as(Files.readString(log.toPath())).isZero();
    } finally {
      child.destroyForcibly();
    }
  }

  @Test
  void executorThatCannotStartEndsThoseThatHaveStarted() throws Exception {
    int port;
    try (var probe = listen(0)) {
      port = probe.getLocalPort();
    }

    assertThatThrownBy(() -> run("--atf.server.port=" + port))
        .rootCause()
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining(String.valueOf(port));

    try (var again = listen(port)) {
      assertThat(again.getLocalPort()).isEqualTo(port);
    }
  }

  private static ServerSocket listen(int port) throws IOException {
    return new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
  }

  @Test
  void aMisspeltSettingKeepsTheApplicationFromStarting() {
    assertThatThrownBy(() -> run("--atf.thread=3"))
        .rootCause()
        .hasMessageContaining("unknown setting ATF_THREAD; did you mean ATF_THREADS?");
  }
}
