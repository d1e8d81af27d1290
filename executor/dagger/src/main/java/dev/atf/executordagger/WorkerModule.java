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
 * Creates a {@link Worker} from all handlers in the graph. If there are several, the setting {@code
 * lambda} selects one. The graph must provide the {@link ExecutorConfig}.
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

  /** Returns the interceptors, the outermost first. */
  @BindsOptionalOf
  List<TaskInterceptor> interceptors();

  /** Returns the mapper that reads payloads and writes results; empty if the graph has none. */
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
