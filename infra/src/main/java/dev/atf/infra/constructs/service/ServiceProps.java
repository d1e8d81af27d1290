package dev.atf.infra.constructs.service;

/**
 * One service of the framework, as far as a team decides about it.
 *
 * @param image holds the program
 * @param size of each task
 * @param tasksMin tasks that always run; two or more for one that may lose a zone
 * @param tasksMax bound of the scaling by processor time, and of the store consumer by lateness
 */
public record ServiceProps(ServiceImage image, TaskSize size, int tasksMin, int tasksMax) {}
