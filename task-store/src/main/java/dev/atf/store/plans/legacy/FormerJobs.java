package dev.atf.store.plans.legacy;

import com.google.protobuf.ByteString;
import dev.atf.plans.row.Bytes;
import dev.atf.store.stored.plans.StoredPlans;
import java.util.Base64;
import java.util.List;

/** Former texts of jobs: lines of steps, and states with four bits a unit in base 64. */
final class FormerJobs {
  private static final String NONE = "-";
  private static final String OWN_PAYLOAD = "+";

  private FormerJobs() {}

  static Bytes state(String text) {
    var head = text.split(" ", 4);
    var fields = head[3].split(";", -1);
    if (fields.length != 10 || !fields[0].equals("1")) {
      throw new IllegalArgumentException("not the state of a job: " + fields[0]);
    }
    var job =
        StoredPlans.Job.newBuilder()
            .setSteps(Integer.parseInt(head[0]))
            .setRounds(Integer.parseInt(head[1]))
            .setFingerprint(head[2])
            .setStatus(StoredPlans.Job.Status.valueOf(fields[1]))
            .setGoal(StoredPlans.JobGoal.Value.valueOf(fields[2]))
            .setPaused(fields[3].contains("p"))
            .setSettled(fields[3].contains("s"))
            .setRound(Integer.parseInt(fields[4]))
            .setCause(Integer.parseInt(fields[5]))
            .setUnits(ByteString.copyFrom(Base64.getUrlDecoder().decode(fields[6])));
    for (var parts : entries(fields[7], "=")) {
      job.addFanOutsBuilder()
          .setStep(Integer.parseInt(parts[0]))
          .setUnits(Integer.parseInt(parts[1].replace("*", "")))
          .setCounting(parts[1].endsWith("*"));
    }
    for (var parts : entries(fields[8], "=")) {
      job.addPatchesBuilder().setStep(Integer.parseInt(parts[0])).setName(parts[1]);
    }
    for (var parts : entries(fields[9], ":")) {
      job.addUnusualBuilder()
          .setUnit(Integer.parseInt(parts[0]))
          .setTries(Integer.parseInt(parts[1]))
          .setFailures(Integer.parseInt(parts[2]))
          .setUndos(Integer.parseInt(parts[3]))
          .setRan(parts[4].equals("1"));
    }
    return new Bytes(job.build().toByteArray());
  }

  static Bytes steps(String text) {
    var steps = StoredPlans.JobSteps.newBuilder();
    text.lines().forEach(line -> steps.addSteps(step(line)));
    return new Bytes(steps.build().toByteArray());
  }

  private static StoredPlans.JobStep step(String line) {
    var fields = line.split("\t", -1);
    if (fields.length != 9) {
      throw new IllegalArgumentException("not a step: " + fields.length + " fields");
    }
    var step =
        StoredPlans.JobStep.newBuilder()
            .setName(fields[0])
            .setWork(work(fields[1]))
            .addAllAfter(names(fields[2]))
            .addAllInputs(names(fields[3]))
            .setRetries(Integer.parseInt(fields[6]))
            .setThen(StoredPlans.JobStep.Then.valueOf(fields[7]));
    if (fields[4].startsWith("*")) {
      step.setItems(Integer.parseInt(fields[4].substring(1)));
    } else if (fields[4].startsWith("@")) {
      step.setResultOf(fields[4].substring(1));
    }
    if (!fields[5].equals(NONE)) {
      step.setUltimatum(Long.parseLong(fields[5]));
    }
    if (!fields[8].equals(NONE)) {
      boolean own = fields[8].startsWith(OWN_PAYLOAD);
      step.setCompensation(work(own ? fields[8].substring(OWN_PAYLOAD.length()) : fields[8]))
          .setCompensationPayload(own);
    }
    return step.build();
  }

  private static StoredPlans.JobWork work(String text) {
    var parts = text.split("/", -1);
    return StoredPlans.JobWork.newBuilder()
        .setLambda(parts[0])
        .setPriority(parts[1])
        .setCollection(parts[2])
        .build();
  }

  private static List<String[]> entries(String field, String separator) {
    return names(field).stream().map(entry -> entry.split(separator, -1)).toList();
  }

  private static List<String> names(String field) {
    return field.isEmpty() ? List.of() : List.of(field.split(",", -1));
  }
}
