package dev.atf.springboot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.env.SystemEnvironmentPropertySource;

final class AtfPropertiesTest {
  private static Map<String, String> read(
      Map<String, Object> environment, Map<String, Object> file) {
    var spring = new StandardEnvironment();
    var sources = spring.getPropertySources();
    sources.replace(
        StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
        new SystemEnvironmentPropertySource(
            StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME, environment));
    sources.addLast(new MapPropertySource("application.properties", file));
    ConfigurationPropertySources.attach(spring);
    return new AtfProperties(spring).ofExecutor();
  }

  @Test
  void everySpellingIsTheSettingsNameInTheEnvironment() {
    assertThat(
            read(
                Map.of("ATF_NEXT_WORK_WAIT", "3s"),
                Map.of("atf.hscUri", "a", "atf.controller-uri", "b", "atf.lease.call-timeout", 1)))
        .containsOnly(
            Map.entry("ATF_NEXT_WORK_WAIT", "3s"),
            Map.entry("ATF_HSC_URI", "a"),
            Map.entry("ATF_CONTROLLER_URI", "b"),
            Map.entry("ATF_LEASE_CALL_TIMEOUT", "1"));
  }

  @Test
  void theSupervisorsWordCountsBeforeTheApplicationsHoweverBothAreSpelt() {
    assertThat(
            read(
                Map.of("ATF_LEASE_CALL_TIMEOUT", "1s", "ATF_THREADS", "2"),
                Map.of("atf.lease.callTimeout", "9s", "atf.threads", "9")))
        .containsOnly(Map.entry("ATF_LEASE_CALL_TIMEOUT", "1s"), Map.entry("ATF_THREADS", "2"));
  }

  @Test
  void placeholdersAreFilled() {
    assertThat(read(Map.of(), Map.of("atf.hsc-uri", "http://${host}:1", "host", "h")))
        .containsOnly(Map.entry("ATF_HSC_URI", "http://h:1"));
  }

  @Test
  void theClientsAndOthersAreNoneOfAnExecutor() {
    assertThat(
            read(
                Map.of("ATF_CLIENT_TOKEN_FILE", "/t", "ATFX", "1", "PATH", "/bin"),
                Map.of("atf.client.uri", "http://h", "atf.outbox.relay", "no", "spring.atf", "1")))
        .isEmpty();
  }
}
