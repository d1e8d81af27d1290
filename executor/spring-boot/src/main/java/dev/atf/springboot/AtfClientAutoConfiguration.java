package dev.atf.springboot;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.atf.client.AtfClient;
import dev.atf.client.BearerToken;
import java.nio.file.Path;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.core.env.Environment;

/**
 * Provides the client as a bean if {@code atf.client.uri} is set to the address of a frontend,
 * {@code http://host:port} or {@code https://host:port}. {@code atf.client.token-file} names the
 * file with the caller's token.
 */
@AutoConfiguration(afterName = {JacksonNames.BOOT_3, JacksonNames.BOOT_4})
@ConditionalOnProperty("atf.client.uri")
public class AtfClientAutoConfiguration {
  @Bean(destroyMethod = "close")
  @ConditionalOnMissingBean
  AtfClient atfClient(Environment environment, ObjectProvider<ObjectMapper> json) {
    var client = AtfClient.builder(environment.getRequiredProperty("atf.client.uri"));
    var tokenFile = environment.getProperty("atf.client.token-file", "");
    if (!tokenFile.isEmpty()) {
      client.credentials(BearerToken.ofFile(Path.of(tokenFile)));
    }
    json.ifUnique(client::objectMapper);
    return client.build();
  }
}
