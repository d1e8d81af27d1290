@org.jspecify.annotations.NullMarked
package dev.atf.model.rate;
