/** Plans in the HSC: inputs of a job's step, and the effects of a success. */
@NullMarked
package dev.atf.hsc.plans;

import org.jspecify.annotations.NullMarked;
