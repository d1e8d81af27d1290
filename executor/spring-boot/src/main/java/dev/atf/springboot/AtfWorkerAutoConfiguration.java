package dev.atf.springboot;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.LambdaHandler;
import dev.atf.executor.TaskInterceptor;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * Serves every bean that is a {@link LambdaHandler}, from the start of the application until it
 * stops, with every {@link TaskInterceptor} bean around it, in their order. Settings are {@code
 * atf.*}, named as an executor's: {@code atf.controller-uri}, {@code atf.lease.call-timeout}.
 */
@AutoConfiguration(afterName = {JacksonNames.BOOT_3, JacksonNames.BOOT_4})
@ConditionalOnBean(LambdaHandler.class)
public class AtfWorkerAutoConfiguration {
  @Bean
  @ConditionalOnMissingBean
  ExecutorConfig atfExecutorConfig(Environment environment) {
    return ExecutorConfig.from(new AtfProperties(environment).ofExecutor());
  }

  @Bean
  WorkerLifecycle atfWorkers(
      ExecutorConfig config,
      ObjectProvider<LambdaHandler<?>> handlers,
      ObjectProvider<TaskInterceptor> interceptors,
      ObjectProvider<ObjectMapper> json,
      ObjectProvider<WorkerStart> start) {
    return new WorkerLifecycle(
        config,
        handlers.orderedStream().toList(),
        worker -> {
          json.ifUnique(worker::json);
          interceptors.orderedStream().forEach(worker::intercept);
        },
        start.getIfAvailable(
            () -> (workers, started) -> workers.forEach(worker -> started.accept(worker.start()))));
  }
}
