package dev.atf.frontend.plans.job;

import dev.atf.model.task.TaskEntity;
import dev.atf.plans.job.definition.JobDefinition;
import java.util.List;

/**
 * Valid job as requested.
 *
 * @param fingerprint distinguishes a repetition from another request with the same name
 * @param contents payloads of the steps, and lists for their fan-outs
 */
record JobSubmission(JobDefinition definition, String fingerprint, List<TaskEntity> contents) {}
