package dev.atf.cli;

import dev.atf.cli.access.AwsTokenCommand;
import dev.atf.cli.access.TokenCommand;
import dev.atf.cli.chore.ChoresCommand;
import dev.atf.cli.condition.ConditionCommand;
import dev.atf.cli.data.BackupCommand;
import dev.atf.cli.data.DataCommand;
import dev.atf.cli.data.FenceCommand;
import dev.atf.cli.data.MigrateCommand;
import dev.atf.cli.data.RestoreCommand;
import dev.atf.cli.event.TailCommand;
import dev.atf.cli.lambda.LambdaCommand;
import dev.atf.cli.lambda.TopCommand;
import dev.atf.cli.notice.SubscriptionCommand;
import dev.atf.cli.plan.JobCommand;
import dev.atf.cli.plan.KeysCommand;
import dev.atf.cli.plan.PeriodicCommand;
import dev.atf.cli.resource.OutputsCommand;
import dev.atf.cli.route.RouteCommand;
import dev.atf.cli.service.ClassPathCommand;
import dev.atf.cli.service.ConfigCommand;
import dev.atf.cli.service.ServiceCommands;
import dev.atf.cli.service.UpCommand;
import dev.atf.cli.service.WorkerCommand;
import dev.atf.cli.task.BulkCommand;
import dev.atf.cli.task.DeadCommand;
import dev.atf.cli.task.ListCommand;
import dev.atf.cli.task.LogsCommand;
import dev.atf.cli.task.ResubmitCommand;
import dev.atf.cli.task.ScheduleCommand;
import dev.atf.cli.task.TaskCommands;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import picocli.CommandLine.Command;

/** Commands of {@code atf}, in the order in which its help lists them. */
final class Commands {
  private static final List<Class<?>> OWN =
      List.of(
          UpCommand.class,
          ScheduleCommand.class,
          TaskCommands.Get.class,
          ListCommand.class,
          TaskCommands.Cancel.class,
          TaskCommands.Kill.class,
          TaskCommands.Reschedule.class,
          TaskCommands.Run.class,
          BulkCommand.class,
          ResubmitCommand.class,
          TaskCommands.Explain.class,
          TailCommand.class,
          LogsCommand.class,
          OutputsCommand.class,
          TopCommand.class,
          DeadCommand.class,
          KeysCommand.class,
          ConditionCommand.class,
          LambdaCommand.class,
          RouteCommand.class,
          SubscriptionCommand.class,
          ChoresCommand.class,
          JobCommand.class,
          PeriodicCommand.class,
          BackupCommand.class,
          RestoreCommand.class,
          DataCommand.class,
          MigrateCommand.class,
          FenceCommand.class,
          ConfigCommand.class,
          TokenCommand.class,
          AwsTokenCommand.class,
          ClassPathCommand.class,
          CompletionCommand.class,
          WorkerCommand.class,
          ServiceCommands.FrontendCommand.class,
          ServiceCommands.StoreConsumerCommand.class,
          ServiceCommands.HscCommand.class,
          ServiceCommands.ControllerCommand.class,
          ServiceCommands.ExecutorCommand.class);

  private Commands() {}

  /** Returns the classes of all commands, including those of providers. */
  static List<Class<?>> all() {
    var all = new ArrayList<>(OWN);
    provided().forEach(command -> all.add(indexOf(command.after(), all) + 1, command.type()));
    return all;
  }

  /** Returns the commands of the providers on this process's class path. */
  static Stream<ProvidedCommand> provided() {
    return ServiceLoader.load(CommandProvider.class).stream()
        .flatMap(provider -> provider.get().commands().stream());
  }

  private static int indexOf(String name, List<Class<?>> commands) {
    for (int i = 0; i < commands.size(); i++) {
      if (commands.get(i).getAnnotation(Command.class).name().equals(name)) {
        return i;
      }
    }
    throw new IllegalStateException("no command " + name + " that another one could follow");
  }
}
