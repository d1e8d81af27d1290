package dev.atf.executordagger;

import com.fasterxml.jackson.databind.ObjectMapper;
import dagger.BindsOptionalOf;
import dagger.Module;
import dagger.Provides;
import dagger.multibindings.Multibinds;
import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.LambdaHandler;
import dev.atf.executor.TaskInterceptor;
import dev.atf.executor.Worker;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Makes a {@link Worker} of all handlers in the graph; the setting {@code lambda} chooses between
 * several. The graph must have the {@link ExecutorConfig}.
 *
 * <pre>{@code
 * @Provides
 * @IntoSet
 * static LambdaHandler<?> resize(Images images) {
 *   return LambdaHandler.of("resize-image", Resize.class, new ResizeHandler(images));
 * }
 * }</pre>
 */
@Module
public interface WorkerModule {
  @Multibinds
  Set<LambdaHandler<?>> handlers();

  /** Outermost first. */
  @BindsOptionalOf
  List<TaskInterceptor> interceptors();

  /** Reads payloads and writes results, if the graph has one. */
  @BindsOptionalOf
  ObjectMapper json();

  @Provides
  static Worker worker(
      ExecutorConfig config,
      Set<LambdaHandler<?>> handlers,
      Optional<List<TaskInterceptor>> interceptors,
      Optional<ObjectMapper> json) {
    var worker = Worker.builder(config);
    json.ifPresent(worker::json);
    interceptors.orElse(List.of()).forEach(worker::intercept);
    handlers.forEach(worker::handle);
    return worker.build();
  }
}
