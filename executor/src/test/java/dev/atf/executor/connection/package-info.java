@NullMarked
package dev.atf.executor.connection;

import org.jspecify.annotations.NullMarked;
