package dev.atf.images;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/** Rules of our Dockerfiles; the ids are those of hadolint if it has the rule. */
final class DockerfileRules {
  private static final Set<String> INSTRUCTIONS =
      Set.of(
          "FROM",
          "RUN",
          "WORKDIR",
          "COPY",
          "VOLUME",
          "USER",
          "EXPOSE",
          "STOPSIGNAL",
          "HEALTHCHECK",
          "ENTRYPOINT",
          "CMD",
          "ENV",
          "LABEL",
          "ARG");

  /** Pattern of a tag with a whole version, or of a digest. */
  private static final Pattern PINNED =
      Pattern.compile("\\S+(:[^@\\s]*\\d+\\.\\d+\\.\\d+\\S*|@sha256:[0-9a-f]{64})");

  private static final Pattern NUMERIC_USER = Pattern.compile("[1-9][0-9]*(:[1-9][0-9]*)?");

  private static final Dockerfile.Instruction TMP_MODE =
      new Dockerfile.Instruction("RUN", "[\"chmod\", \"1777\", \"/tmp\"]");
  private static final Dockerfile.Instruction TMP_VOLUME =
      new Dockerfile.Instruction("VOLUME", "/tmp");

  private DockerfileRules() {}

  /** Returns one sentence for each violated rule. */
  static List<String> brokenBy(Dockerfile file) {
    var broken = new ArrayList<String>();
    for (var instruction : file.instructions()) {
      if (!INSTRUCTIONS.contains(instruction.name())) {
        broken.add(instruction.name() + " is not used here (DL3020 for ADD)");
      }
    }
    for (var from : file.all("FROM")) {
      if (!PINNED.matcher(from.arguments()).matches()) {
        broken.add("DL3006 FROM " + from.arguments() + " is not pinned to a whole version");
      }
    }
    for (var name : List.of("ENTRYPOINT", "HEALTHCHECK", "STOPSIGNAL", "WORKDIR", "USER")) {
      if (file.all(name).size() != 1) {
        broken.add(name + " has to stand there once (DL3012, DL4004)");
      }
    }
    for (var name : List.of("ENTRYPOINT", "CMD")) {
      for (var instruction : file.all(name)) {
        if (!instruction.isExecForm()) {
          broken.add("DL3025 " + name + " is not in exec form: no signal would reach the JVM");
        }
      }
    }
    for (var user : file.all("USER")) {
      if (!NUMERIC_USER.matcher(user.arguments()).matches()) {
        broken.add("DL3002 USER " + user.arguments() + " is root, or not numeric");
      }
    }
    for (var directory : file.all("WORKDIR")) {
      if (!directory.arguments().startsWith("/")) {
        broken.add("DL3000 WORKDIR " + directory.arguments() + " is not absolute");
      }
    }
    requireOrder(file, broken);
    requireWritableTmp(file, broken);
    return broken;
  }

  /**
   * Requires a volume at /tmp whose directory everyone can write to. Where an image declares none,
   * Fargate mounts an empty volume for root alone; a change after VOLUME may be discarded.
   */
  private static void requireWritableTmp(Dockerfile file, List<String> broken) {
    int volume = file.instructions().indexOf(TMP_VOLUME);
    if (volume < 1 || !file.instructions().get(volume - 1).equals(TMP_MODE)) {
      broken.add("VOLUME /tmp has to follow RUN %s".formatted(TMP_MODE.arguments()));
    }
  }

  /**
   * Requires that nothing is copied or run after USER: it would belong to that user, who could
   * change it.
   */
  private static void requireOrder(Dockerfile file, List<String> broken) {
    var names = file.instructions().stream().map(Dockerfile.Instruction::name).toList();
    int user = names.indexOf("USER");
    if (user >= 0 && Math.max(names.lastIndexOf("COPY"), names.lastIndexOf("RUN")) > user) {
      broken.add("COPY and RUN belong before USER: the files of the image are root's");
    }
    if (names.isEmpty() || !names.get(0).equals("FROM")) {
      broken.add("FROM has to be first");
    }
  }
}
