package dev.atf.executordagger;

import static dev.atf.testkit.AtfAssertions.assertThat;

import dagger.BindsInstance;
import dagger.Component;
import dagger.Module;
import dagger.Provides;
import dagger.multibindings.IntoSet;
import dev.atf.client.TaskSpec;
import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.LambdaHandler;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskInterceptor;
import dev.atf.executor.Worker;
import dev.atf.protocol.v1.Lambda;
import dev.atf.testkit.EmbeddedAtfExtension;
import dev.atf.testtime.TestTimeouts;
import java.util.HashMap;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Runs a worker from a real graph. */
@Tag("system")
final class WorkerModuleTest {

  @RegisterExtension
  static final EmbeddedAtfExtension atf =
      EmbeddedAtfExtension.serving(UnaryOperator.identity())
          .with(Lambda.newBuilder().setName("greet").build())
          .with(Lambda.newBuilder().setName("part").build());

  record Guest(String name) {}

  @Module
  interface Handlers {
    @Provides
    static String greeting() {
      return "Hello, ";
    }

    @Provides
    @IntoSet
    static LambdaHandler<?> greet(String greeting) {
      return LambdaHandler.of(
          "greet", Guest.class, (guest, context) -> Outcome.success(greeting + guest.name()));
    }

    @Provides
    @IntoSet
    static LambdaHandler<?> part() {
      return LambdaHandler.of("part", Guest.class, (guest, context) -> Outcome.success("Bye"));
    }

    @Provides
    static List<TaskInterceptor> interceptors() {
      return List.of(around("outer"), around("inner"));
    }

    private static TaskInterceptor around(String name) {
      return call ->
          Outcome.success(name + "(" + ((Outcome.Success) call.proceed()).result() + ")");
    }
  }

  @Component(modules = {WorkerModule.class, Handlers.class})
  interface Program {
    Worker worker();

    @Component.Factory
    interface Factory {
      Program create(@BindsInstance ExecutorConfig config);
    }
  }

  @Test
  void theHandlersOfTheGraphAreServedAndTheSettingChooses() throws Exception {
    var settings = new HashMap<>(atf.workerSettings());
    settings.put("ATF_LAMBDA", "greet");
    var program = DaggerWorkerModuleTest_Program.factory().create(ExecutorConfig.from(settings));

    try (var service = program.worker().start()) {
      var scheduled = atf.client().schedule(TaskSpec.of("greet", new Guest("Ada")));
      var task = atf.client().await(scheduled.taskId(), TestTimeouts.STALL);

      assertThat(task).hasResult("outer(inner(Hello, Ada))").hasAttempts(1);
      org.assertj.core.api.Assertions.assertThat(service.port()).isPositive();
    }
  }
}
