package club;

import dev.atf.client.AtfClient;
import dev.atf.client.TaskSpec;
import dev.atf.executor.LambdaHandler;
import dev.atf.executor.Outcome;
import java.time.Duration;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@SpringBootApplication
public class Club {
  public record Member(String name) {}

  public static void main(String[] args) {
    SpringApplication.run(Club.class, args);
  }

  @Bean
  LambdaHandler<Member> welcome() {
    return LambdaHandler.of(
        "welcome", Member.class, (member, context) -> Outcome.success("Welcome, " + member.name()));
  }

  @RestController
  static class Door {
    private final AtfClient atf;

    Door(AtfClient atf) {
      this.atf = atf;
    }

    @GetMapping("/enter/{name}")
    String enter(@PathVariable("name") String name) throws Exception {
      var scheduled = atf.schedule(TaskSpec.of("welcome", new Member(name)).idempotencyKey(name));
      return atf.await(scheduled.taskId(), Duration.ofMinutes(5)).resultAs(String.class);
    }
  }
}
