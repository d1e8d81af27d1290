package dev.atf.springboot;

/**
 * Names of the auto-configurations that provide Jackson 2's {@code ObjectMapper} as a bean. Spring
 * Boot 4 moved it to the separate module {@code spring-boot-jackson2}. Neither class has to exist.
 */
final class JacksonNames {
  static final String BOOT_3 =
      "org.springframework.boot.autoconfigure.jackson.JacksonAutoConfiguration";
  static final String BOOT_4 =
      "org.springframework.boot.jackson2.autoconfigure.Jackson2AutoConfiguration";

  private JacksonNames() {}
}
