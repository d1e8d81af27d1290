package dev.atf.springboot;

/**
 * Names of the auto-configurations that make Jackson 2's {@code ObjectMapper} a bean. Spring Boot 4
 * moved it to a module of its own, {@code spring-boot-jackson2}; neither class has to be there.
 */
final class JacksonNames {
  static final String BOOT_3 =
      "org.springframework.boot.autoconfigure.jackson.JacksonAutoConfiguration";
  static final String BOOT_4 =
      "org.springframework.boot.jackson2.autoconfigure.Jackson2AutoConfiguration";

  private JacksonNames() {}
}
