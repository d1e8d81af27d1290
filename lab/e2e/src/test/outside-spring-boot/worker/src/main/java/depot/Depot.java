package depot;

import dev.atf.executor.LambdaHandler;
import dev.atf.executor.Outcome;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;

@SpringBootApplication
public class Depot {
  public static void main(String[] args) {
    SpringApplication.run(Depot.class, args);
  }

  @Bean
  LambdaHandler<String> load() {
    return LambdaHandler.of("load", String.class, (freight, context) -> Outcome.success(freight));
  }
}
