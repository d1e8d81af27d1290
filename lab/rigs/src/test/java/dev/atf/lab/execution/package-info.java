@NullMarked
package dev.atf.lab.execution;

import org.jspecify.annotations.NullMarked;
