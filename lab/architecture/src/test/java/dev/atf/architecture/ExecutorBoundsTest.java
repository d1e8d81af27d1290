package dev.atf.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.executor.core.call.ResultLimits;
import dev.atf.executor.core.staging.StagingLimits;
import dev.atf.model.Failure;
import dev.atf.model.check.Limits;
import dev.atf.model.resource.Resource;
import dev.atf.model.resource.ResourcePath;
import dev.atf.model.resource.TaskFiles;
import org.junit.jupiter.api.Test;

/** Checks that an executor, which does not know the model, allows what can be stored. */
final class ExecutorBoundsTest {
  @Test
  void executorLimitsEqualStoreLimits() {
    assertThat(ResultLimits.RESULT_BYTES_MAX).isEqualTo(Limits.RESULT_BYTES_MAX);
    assertThat(ResultLimits.PROGRESS_BYTES_MAX).isEqualTo(Limits.PROGRESS_BYTES_MAX);
    assertThat(ResultLimits.CHECKPOINT_BYTES_MAX).isEqualTo(Limits.CHECKPOINT_BYTES_MAX);
    assertThat(ResultLimits.TEXT_CHARS_MAX).isEqualTo(Failure.TEXT_CHARS_MAX);
    assertThat(ResultLimits.DETAILS_CHARS_MAX).isEqualTo(Failure.DETAILS_CHARS_MAX);
    assertThat(StagingLimits.OUTPUT_FILES_MAX).isEqualTo(TaskFiles.OUTPUT_FILES_MAX);
    assertThat(StagingLimits.FILE_BYTES_MAX).isEqualTo(Resource.BYTES_MAX);
    assertThat(StagingLimits.PATH_CHARS_MAX).isEqualTo(ResourcePath.CHARS_MAX);
  }
}
