using System.Text.Json.Serialization;
using AzurePerf.Core.Targets;

namespace AzurePerf.Core.Tasks;

/// <summary>What a worker executes in one slot and how far it is.</summary>
/// <param name="RunId">The run.</param>
/// <param name="Stage">The stage's number.</param>
/// <param name="Shard">The partition of the task's row.</param>
/// <param name="Task">The task's number in its stage.</param>
/// <param name="Attempt">The execution.</param>
/// <param name="MessageId">The message it came by.</param>
/// <param name="PopReceipt">The message's latest receipt, so that it can be made visible when the worker dies.</param>
/// <param name="ElapsedSeconds">Since the claim, by the worker's monotonic clock.</param>
/// <param name="MeasuredSeconds">From when the measurement began to its last operation; 0 before, and for tasks that measure
/// nothing.</param>
/// <param name="Phase">preparing, loading, setUp, warmUp, barrier, measuring, storing, or what another task calls its parts.</param>
/// <param name="OperationsDone">Operations ended in this phase; datasets while preparing, rows while loading.</param>
/// <param name="OperationsPlanned">Operations planned for the measurement; 0 when it ends by time or bytes. Likewise.</param>
public sealed record RunningTask(
    string RunId,
    int Stage,
    int Shard,
    int Task,
    int Attempt,
    string MessageId,
    string PopReceipt,
    double ElapsedSeconds,
    double MeasuredSeconds,
    string Phase,
    long OperationsDone,
    long OperationsPlanned)
{
    /// <summary>Since the last measured operation, while what must follow goes on; 0 before.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public double AfterwardsSeconds { get; init; }

    /// <summary>The target, where it has not answered for <see cref="TargetSilence.Limit"/>; null otherwise.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public TargetSilence? Silence { get; init; }

    /// <summary>Whether the target has answered this execution at all.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public bool Answered { get; init; }

    /// <summary>The share of the task that is done, as its work says, 0 to 1; null where it says none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public double? Share { get; init; }

    /// <summary>By how much its limit is longer for programs of a user, which its work ends itself; in seconds, 0 where it runs
    /// none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public double UserCodeSeconds { get; init; }

    /// <summary>First and last number of the tasks that were claimed with it and are not stored yet; null for none.</summary>
    [JsonIgnore(Condition = JsonIgnoreCondition.WhenWritingDefault)]
    public TaskRange? Held { get; init; }

    /// <summary>True when its worker holds the task as its row has it: executes it, or claimed it together with what it
    /// executes.</summary>
    public bool Holds(BenchmarkTask task) => IsOf(task) || Holds(task.Key.RunId, task.Key.Stage.Number, task.Key.Number, task.Attempt);

    internal bool Holds(string runId, int stage, int number, int attempt) =>
        (RunId, Stage, Attempt) == (runId, stage, attempt) && Held?.Contains(number) == true;

    /// <summary>True when this is an execution of the task as its row has it: another attempt, or the same number in another stage, is
    /// not.</summary>
    public bool IsOf(BenchmarkTask task) =>
        (RunId, Stage, Task, Attempt) == (task.Key.RunId, task.Key.Stage.Number, task.Key.Number, task.Attempt);
}

/// <summary>Tasks of a stage by their numbers.</summary>
/// <param name="First">The first.</param>
/// <param name="Last">The last, which is part of it.</param>
public sealed record TaskRange(int First, int Last)
{
    public bool Contains(int number) => number >= First && number <= Last;
}
