@NullMarked
package dev.atf.lab.bench;

import org.jspecify.annotations.NullMarked;
