@NullMarked
package dev.atf.lab.bench.prompt;

import org.jspecify.annotations.NullMarked;
