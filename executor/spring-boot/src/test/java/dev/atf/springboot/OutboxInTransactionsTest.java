package dev.atf.springboot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.atf.client.AtfClient;
import dev.atf.client.TaskSpec;
import dev.atf.outbox.Outbox;
import dev.atf.runtime.config.ConfigException;
import dev.atf.testkit.AtfExtension;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.annotation.EnableTransactionManagement;
import org.springframework.transaction.annotation.Transactional;
import org.springframework.transaction.support.AbstractPlatformTransactionManager;
import org.springframework.transaction.support.DefaultTransactionStatus;
import org.springframework.transaction.support.TransactionTemplate;

/** Tests tasks that an application schedules in Spring's transactions. */
final class OutboxInTransactionsTest {
  private static final AtomicInteger DATABASES = new AtomicInteger();

  @RegisterExtension final AtfExtension atf = AtfExtension.withLambdas("ship");

  /** Its relay reads the table at the start, and then only after commits. */
  private final ApplicationContextRunner application =
      new ApplicationContextRunner()
          .withConfiguration(AutoConfigurations.of(AtfOutboxAutoConfiguration.class))
          .withUserConfiguration(Program.class)
          .withPropertyValues("atf.outbox.poll-interval=1h");

  @Configuration(proxyBeanMethods = false)
  @EnableTransactionManagement
  static class Program {
    @Bean
    DataSource database() {
      var database = new JdbcDataSource();
      database.setURL(
          "jdbc:h2:mem:spring%d;DB_CLOSE_DELAY=-1;INIT=RUNSCRIPT FROM 'classpath:dev/atf/outbox/h2.sql'"
              .formatted(DATABASES.incrementAndGet()));
      return database;
    }

    @Bean
    PlatformTransactionManager transactions(DataSource database) {
      return new JdbcTransactionManager(database);
    }

    @Bean
    MeterRegistry meters() {
      return new SimpleMeterRegistry();
    }

    @Bean
    Orders orders(SpringOutbox outbox) {
      return new Orders(outbox);
    }
  }

  static class Orders {
    private final SpringOutbox outbox;

    Orders(SpringOutbox outbox) {
      this.outbox = outbox;
    }

    @Transactional
    public String order(boolean isInStock) {
      var taskId = outbox.schedule(TaskSpec.of("ship"));
      if (!isInStock) {
        throw new IllegalStateException("out of stock");
      }
      return taskId;
    }
  }

  private ApplicationContextRunner withRelay() {
    return application.withBean(AtfClient.class, atf::client);
  }

  @Test
  @Tag("OB1")
  void taskIsScheduledAfterTheCommitAndNotAfterARollback() {
    withRelay()
        .run(
            context -> {
              var orders = context.getBean(Orders.class);
              assertThatThrownBy(() -> orders.order(false)).hasMessage("out of stock");

              var taskId = orders.order(true);

              var scheduled =
                  context.getBean(MeterRegistry.class).get("atf.outbox.scheduled").counter();
              await("the task").until(() -> scheduled.count() == 1);
              assertThat(atf.onlyTask("ship").taskId()).isEqualTo(taskId);
            });
  }

  @Test
  void callOutsideOfATransactionIsRefused() {
    withRelay()
        .run(
            context -> {
              var outbox = context.getBean(SpringOutbox.class);

              assertThatThrownBy(() -> outbox.schedule(TaskSpec.of("ship")))
                  .isInstanceOf(IllegalStateException.class)
                  .hasMessageContaining("no transaction");
            });
  }

  @Test
  void transactionOfAnotherResourceIsRefused() {
    withRelay()
        .run(
            context -> {
              var outbox = context.getBean(SpringOutbox.class);

              new TransactionTemplate(new OtherTransactions())
                  .executeWithoutResult(
                      status ->
                          assertThatThrownBy(() -> outbox.schedule(TaskSpec.of("ship")))
                              .isInstanceOf(IllegalStateException.class)
                              .hasMessageContaining("no transaction of the data source"));
            });
  }

  /** Transactions of something that is no database, such as a broker. */
  private static final class OtherTransactions extends AbstractPlatformTransactionManager {
    private static final long serialVersionUID = 1L;

    @Override
    protected Object doGetTransaction() {
      return new Object();
    }

    @Override
    protected void doBegin(Object transaction, TransactionDefinition definition) {}

    @Override
    protected void doCommit(DefaultTransactionStatus status) {}

    @Override
    protected void doRollback(DefaultTransactionStatus status) {}
  }

  @Test
  void anotherProcessMayHaveTheRelay() {
    application
        .withPropertyValues("atf.outbox.relay=false")
        .run(
            context -> {
              assertThat(context.getBean(Orders.class).order(true)).hasSize(32);

              assertThat(context.getBeansOfType(OutboxLifecycle.class)).isEmpty();
              assertThat(
                      new JdbcTemplate(context.getBean(DataSource.class))
                          .queryForObject("SELECT COUNT(*) FROM atf_outbox", Integer.class))
                  .isEqualTo(1);
            });
  }

  @Test
  void theTableMayHaveAnotherName() {
    withRelay()
        .withPropertyValues("atf.outbox.table-name=no_such_table")
        .run(
            context ->
                assertThatThrownBy(() -> context.getBean(Orders.class).order(true))
                    .rootCause()
                    .hasMessageContaining("NO_SUCH_TABLE"));
  }

  @Test
  void theMissingClientIsNamed() {
    application.run(
        context ->
            assertThat(context.getStartupFailure())
                .rootCause()
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("atf.outbox.relay=false"));
  }

  @Test
  void withoutTheLibraryNothingIsAdded() {
    new ApplicationContextRunner()
        .withConfiguration(AutoConfigurations.of(AtfOutboxAutoConfiguration.class))
        .withBean(DataSource.class, JdbcDataSource::new)
        .withClassLoader(new FilteredClassLoader(Outbox.class))
        .run(
            context -> {
              assertThat(context.getStartupFailure()).isNull();
              assertThat(context.containsBean("atfSpringOutbox")).isFalse();
            });
  }
}
