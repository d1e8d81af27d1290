@NullMarked
package dev.atf.executor.core.staging;

import org.jspecify.annotations.NullMarked;
