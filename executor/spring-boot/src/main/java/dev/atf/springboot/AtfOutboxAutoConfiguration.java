package dev.atf.springboot;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.client.AtfClient;
import dev.atf.outbox.Outbox;
import dev.atf.outbox.OutboxRelay;
import dev.atf.runtime.config.ConfigException;
import io.micrometer.core.instrument.MeterRegistry;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnSingleCandidate;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * Schedules tasks in the application's transactions, if {@code dev.atf:atf-outbox-jdbc} and Spring
 * JDBC are on the class path and there is a {@link DataSource}. {@code atf.outbox.relay=false}
 * leaves the relay to another process; {@code atf.outbox.table-name} and {@code
 * atf.outbox.poll-interval} replace its defaults.
 */
@AutoConfiguration(
    after = {AtfClientAutoConfiguration.class, AtfEmbeddedAutoConfiguration.class},
    afterName = {
      JacksonNames.BOOT_3,
      JacksonNames.BOOT_4,
      "org.springframework.boot.autoconfigure.jdbc.DataSourceAutoConfiguration",
      "org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration"
    })
@ConditionalOnClass(name = {"dev.atf.outbox.Outbox", "org.springframework.jdbc.core.JdbcTemplate"})
@ConditionalOnSingleCandidate(DataSource.class)
public class AtfOutboxAutoConfiguration {
  @Bean
  @ConditionalOnMissingBean
  Outbox atfOutbox(Environment environment, ObjectProvider<ObjectMapper> json) {
    return new Outbox(json.getIfUnique(ObjectMapper::new), table(environment));
  }

  @Bean
  @ConditionalOnMissingBean
  SpringOutbox atfSpringOutbox(
      Outbox outbox, DataSource database, ObjectProvider<OutboxLifecycle> relay) {
    return new SpringOutbox(outbox, database, () -> relay.ifAvailable(OutboxLifecycle::wake));
  }

  @Bean
  @ConditionalOnProperty(prefix = "atf.outbox", name = "relay", matchIfMissing = true)
  OutboxLifecycle atfOutboxRelay(
      Environment environment,
      DataSource database,
      ObjectProvider<AtfClient> clients,
      ObjectProvider<MeterRegistry> meters) {
    var client = clients.getIfAvailable();
    if (client == null) {
      throw new ConfigException(
          "the outbox has no AtfClient (expected: atf.client.uri, atf.mode=embedded, or atf.outbox.relay=false if another process schedules the rows)");
    }
    var relay =
        OutboxRelay.builder(database, client)
            .table(table(environment))
            .pollInterval(
                DurationStyle.detectAndParse(
                    environment.getProperty("atf.outbox.poll-interval", "1s")));
    meters.ifUnique(registry -> relay.listener(new OutboxMetrics(registry)));
    return new OutboxLifecycle(relay);
  }

  private static String table(Environment environment) {
    return environment.getProperty("atf.outbox.table-name", "atf_outbox");
  }
}
