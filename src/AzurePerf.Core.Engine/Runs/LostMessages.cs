using AzurePerf.Core.Workers;

namespace AzurePerf.Core.Runs;

/// <summary>When a Ready task of a bag gets another message. The service counts messages and says nothing of what they lead to, and most of
/// them are hidden.</summary>
/// <param name="times">Intervals of the engine.</param>
public sealed class LostMessages(EngineTimes times)
{
    /// <summary>
    /// Whether the message of a task may be lost: that it is follows where fewer are out than open tasks need, which spares a backlog.
    /// </summary>
    /// <param name="age">Since it was first seen to be Ready at its attempt.</param>
    /// <param name="wait">How long it may have been told to wait.</param>
    public bool MayBeLost(TimeSpan age, TimeSpan wait) => age >= times.Reconciliation + wait;

    /// <summary>
    /// Whether the message of a task is lost, however many are out: those of tasks that run or are over may be doubled, and are hidden for
    /// as long as these run. Whoever has nothing to do takes what shows itself, and nothing stays hidden without a claim for longer than
    /// <see cref="EngineTimes.Visibility"/>.
    /// </summary>
    /// <param name="age">Since it was first seen to be Ready at its attempt.</param>
    /// <param name="wait">How long it may have been told to wait.</param>
    /// <param name="workers">Those that live.</param>
    public bool IsLost(TimeSpan age, TimeSpan wait, IEnumerable<WorkerState> workers) =>
        age >= times.CertainLoss + wait
        && workers.Any(worker => worker is { Pool: WorkerPool.Bag, Running.Count: 0, Draining: false, Holding: false });
}
