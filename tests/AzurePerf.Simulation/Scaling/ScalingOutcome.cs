namespace AzurePerf.Simulation.Scaling;

/// <summary>What became of a simulation of scaling.</summary>
/// <param name="Tasks">Tasks of bags that were asked for.</param>
/// <param name="Done">Of them, done.</param>
/// <param name="Executions">Executions of tasks of bags that there were.</param>
/// <param name="Repeated">Of them, handed back by a worker that was told to end, or lost with one.</param>
/// <param name="Points">Points that were asked for.</param>
/// <param name="PointsDone">Of them, measured.</param>
/// <param name="Terminated">Replicas that were told to end, and how many of those had tasks of a bag, and how many measured.</param>
/// <param name="Most">Most replicas at once: of the measure pool and of the bag pool.</param>
/// <param name="Left">Replicas at the end.</param>
/// <param name="Elapsed">Virtual time.</param>
/// <param name="Fault">What went wrong altogether; empty when nothing did.</param>
internal sealed record ScalingOutcome(
    int Tasks, int Done, int Executions, long Repeated, int Points, int PointsDone, (int All, int WithBagTasks, int Measuring) Terminated, (int Measure, int Bag) Most, int Left, TimeSpan Elapsed, string Fault);
