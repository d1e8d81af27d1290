/**
 * Where the {@code *IT} suites find DynamoDB and SQS: LocalStack in a container where Docker is
 * there, AWS itself when the profile {@code atf.aws} asks for it, and nowhere otherwise: then they
 * are skipped, and say why.
 */
@NullMarked
package dev.atf.testaws;

import org.jspecify.annotations.NullMarked;
