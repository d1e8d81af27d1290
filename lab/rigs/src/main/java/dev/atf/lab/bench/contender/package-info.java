/** ATF, and its engines by themselves, as contenders of the workloads. */
@NullMarked
package dev.atf.lab.bench.contender;

import org.jspecify.annotations.NullMarked;
