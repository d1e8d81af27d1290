package dev.atf.frontend.plans.job;

import dev.atf.model.task.TaskEntity;
import dev.atf.plans.job.definition.JobDefinition;
import java.util.List;

/**
 * Job as requested and found valid.
 *
 * @param fingerprint tells a repetition from another request under the same name
 * @param contents the payloads of its steps, and the lists that they fan out over
 */
record JobSubmission(JobDefinition definition, String fingerprint, List<TaskEntity> contents) {}
