@NullMarked
package dev.atf.lab.bench.workload;

import org.jspecify.annotations.NullMarked;
