using AzurePerf.Core.Tasks;

namespace AzurePerf.Core.Workers;

/// <summary>An order to stop one execution.</summary>
/// <param name="RunId">The run.</param>
/// <param name="Stage">The stage's number.</param>
/// <param name="Task">The task's number in its stage.</param>
/// <param name="Attempt">The execution; a later one is not meant.</param>
/// <param name="Kind">TimedOut, or Preempted for a cancelled run.</param>
/// <param name="Reason">One clause for people.</param>
public sealed record StopOrder(string RunId, int Stage, int Task, int Attempt, TaskFailureKind Kind, string Reason);
