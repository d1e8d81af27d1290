package dev.atf.springboot;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.client.AtfClient;
import dev.atf.embedded.Atf;
import dev.atf.executor.OnStuckHandler;
import dev.atf.runtime.config.ConfigException;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.file.Path;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;

/**
 * Runs the framework inside the application if {@code atf.mode=embedded} is set, with a store in
 * {@code atf.directory}. Clients and handlers work as with a cluster. Addresses of a cluster are
 * ignored.
 */
@AutoConfiguration(
    before = AtfClientAutoConfiguration.class,
    afterName = {JacksonNames.BOOT_3, JacksonNames.BOOT_4})
@ConditionalOnProperty(name = "atf.mode", havingValue = "embedded")
public class AtfEmbeddedAutoConfiguration {
  @Configuration(proxyBeanMethods = false)
  @ConditionalOnClass(name = "dev.atf.embedded.Atf")
  static class Present {
    /** Opens the directory before any bean that schedules tasks. Handlers start last. */
    @Bean(destroyMethod = "close")
    @ConditionalOnMissingBean
    Atf atf(
        Environment environment,
        ObjectProvider<ObjectMapper> json,
        ObjectProvider<MeterRegistry> meters) {
      var atf = Atf.at(Path.of(environment.getRequiredProperty("atf.directory")));
      json.ifUnique(atf::json);
      meters.ifUnique(atf::meters);
      return atf.onStuckHandler(
              environment.getProperty(
                  "atf.on-stuck-handler", OnStuckHandler.class, OnStuckHandler.ISOLATE))
          .open();
    }

    @Bean(destroyMethod = "")
    @ConditionalOnMissingBean
    AtfClient atfClient(Atf atf) {
      return atf.client();
    }

    @Bean
    WorkerStart atfWorkerStart(Atf atf) {
      return (workers, started) -> started.accept(atf.serve(workers));
    }
  }

  @Configuration(proxyBeanMethods = false)
  @ConditionalOnMissingClass("dev.atf.embedded.Atf")
  static class Missing {
    /** Fails before any other bean is created. */
    @Bean
    static BeanFactoryPostProcessor atfEmbeddedIsMissing() {
      return beans -> {
        throw new ConfigException(
            "atf.mode=embedded needs a library (expected: dev.atf:atf-embedded on the class path)");
      };
    }
  }
}
